package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  @Test
  void theSameSidesAndSeedGiveTheSameReportOnAnyNumberOfThreads() throws Exception {
    List<Request> source = requests(1);
    List<Request> other = requests(2);

    List<AxisResult> one = axes(source, other, 1);

    assertEquals(one, axes(source, other, 4));
    assertTrue(
        one.stream().filter(AxisResult.Judged.class::isInstance).count() >= 14, one::toString);
  }

  /** Parallel streams run on the pool that they are started from. */
  private static List<AxisResult> axes(List<Request> source, List<Request> other, int threads)
      throws InterruptedException, ExecutionException {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(
              () ->
                  FidelityReport.of(
                          Defects.side(source), Defects.side(other), FidelityAxes.ids(), 3)
                      .axes())
          .get();
    } finally {
      pool.shutdown();
    }
  }

  /** Sessions of two turns in two classes, each turn with the blocks of the one before. */
  private static List<Request> requests(long seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("threads test");
    List<Request> requests = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 3000; i++) {
      now += (long) (-Math.log(1 - random.nextDouble()) * 1e9);
      int session = i / 4 * 2 + i % 2;
      int input = 200 + random.nextInt(3000);
      requests.add(
          new Request(
              "r" + i,
              now,
              Optional.of(session % 2 == 0 ? "chat" : "batch"),
              Origin.UNKNOWN,
              new Conversation(Optional.of("s" + session), OptionalInt.empty(), Optional.empty()),
              Tokens.of(input, 1 + random.nextInt(500)),
              Optional.of(
                  BlockIds.of(
                      LongStream.range(0, 1 + input / 512)
                          .map(block -> block == 0 ? session % 5 : 1000L * session + block)
                          .toArray())),
              Optional.empty(),
              Optional.empty()));
    }
    return requests;
  }
}
