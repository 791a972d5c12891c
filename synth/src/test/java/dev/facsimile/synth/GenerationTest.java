package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme BLOCKS = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);

  @TempDir private Path folder;

  /**
   * 20,000 requests in 2,000 s: two of three of class chat, every third without class or blocks.
   */
  private TrafficModel twoClasses() throws IOException {
    UniformRandomProvider random = new SeededStreams(5).stream("test");
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      long arrival = i * (SECOND / 10) + random.nextLong(SECOND / 10);
      Request request = Request.of("r" + i, arrival, 1 + random.nextInt(3000), random.nextInt(500));
      if (i % 3 != 0) {
        long[] ids = new long[BLOCKS.blocksOf(request.tokens().input().getAsInt())];
        for (int block = 0; block < ids.length; block++) {
          ids[block] = block == 0 ? i % 50 : i * 10L + block + 100;
        }
        request = request.inClass("chat").withBlocks(Optional.of(BlockIds.of(ids)));
      }
      requests.add(request);
    }
    return fit(requests);
  }

  private TrafficModel fit(List<Request> requests) throws IOException {
    TraceFile trace =
        RealTraces.write(folder.resolve("x.trace.parquet"), requests, Optional.of(BLOCKS));
    return new TraceFit(trace, Progress.SILENT).fit(Admission.CARRIED).model();
  }

  private byte[] bytes(TrafficModel model, long seed, int threads) throws IOException {
    Path file = folder.resolve("w-" + seed + "-" + threads + ".jsonl");
    Generation generation = new Generation(model, seed, 2 * model.source().durationNanos());
    try (WorkloadWriter writer =
        WorkloadWriter.create(file, generation.header("0", Admission.CARRIED))) {
      generation.run(threads, writer::write, Progress.SILENT);
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  @Test
  void theThreadCountLeavesNoTraceAndTheSeedDoes() throws IOException {
    TrafficModel model = twoClasses();
    byte[] one = bytes(model, 1, 1);
    assertArrayEquals(one, bytes(model, 1, 2));
    assertFalse(Arrays.equals(one, bytes(model, 2, 2)));
  }

  @Test
  void rowsComeInOrderOfArrivalWithinTheDurationAndWithIdsOfTheirOwn() throws IOException {
    TrafficModel model = twoClasses();
    long duration = 3 * model.source().durationNanos();
    List<Request> rows = new ArrayList<>();
    new Generation(model, 9, duration).run(2, row -> rows.add(row.request()), Progress.SILENT);
    for (int i = 1; i < rows.size(); i++) {
      assertTrue(rows.get(i).arrivalNanos() >= rows.get(i - 1).arrivalNanos());
      assertEquals("s" + i, rows.get(i).id());
    }
    assertTrue(rows.get(rows.size() - 1).arrivalNanos() < duration);
    // Three times 20,000, ±4 standard deviations of a Poisson number.
    assertEquals(60_000, rows.size(), 4 * Math.sqrt(60_000));
  }

  @Test
  void aRequestWithoutClassIsCopiedAsOneWithoutClassAndWithoutBlocksAsOneWithout()
      throws IOException {
    TrafficModel model = twoClasses();
    assertEquals("unclassified", model.classes().get(0).label());
    List<Request> rows = Figures.of(model, 4).requests();
    long plain = rows.stream().filter(row -> row.requestClass().isEmpty()).count();
    // A third of the rows, ±4 standard deviations.
    assertEquals(1 / 3.0, (double) plain / rows.size(), 4 * Math.sqrt(2 / 9.0 / rows.size()));
    for (Request row : rows) {
      assertEquals(row.requestClass().isPresent(), row.prefixBlocks().isPresent());
    }
  }

  @Test
  void aModelReadBackIsTheModelWritten() throws IOException {
    TrafficModel model = twoClasses();
    Path file = folder.resolve("x.model.json");
    model.write(file);
    assertEquals(model, TrafficModel.read(file));
  }

  @Test
  void rowsOfUnknownLengthAreLeftOutAndCounted() throws IOException {
    Request known = Request.of("a", 0, 10, 20);
    Request unknown =
        new Request(
            "b",
            SECOND,
            Optional.empty(),
            known.origin(),
            known.conversation(),
            Tokens.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    TrafficModel model = fit(List.of(known, unknown));
    assertEquals(1, model.source().rows());
    assertEquals(1, model.source().rowsLeftOut());
    InputException refused = assertThrows(InputException.class, () -> fit(List.of(unknown)));
    assertTrue(refused.getMessage().contains("no row with input_tokens"), refused.getMessage());
  }

  @Test
  void aTraceThatIsNotInOrderIsRefused() {
    InputException refused =
        assertThrows(
            InputException.class,
            () -> fit(List.of(Request.of("a", SECOND, 1, 1), Request.of("b", 0, 1, 1))));
    assertTrue(refused.getMessage().contains("in order of arrival"), refused.getMessage());
  }

  @Test
  void aBrokenModelIsRefusedInOneSentence() throws IOException {
    Path file = folder.resolve("broken.model.json");
    twoClasses().write(file);
    Files.writeString(file, Files.readString(file).replaceFirst("\"input\"", "\"in\""));
    InputException refused = assertThrows(InputException.class, () -> TrafficModel.read(file));
    assertTrue(refused.getMessage().contains("no marginal of its input"), refused.getMessage());
  }

  @Test
  void oneRequestIsEnoughForAModel() throws IOException {
    TrafficModel model = fit(List.of(Request.of("a", 0, 10, 20)));
    for (Request row : Figures.of(model, 1).requests()) {
      assertEquals(10, row.tokens().input().getAsInt());
      assertEquals(20, row.tokens().output().getAsInt());
    }
  }
}
