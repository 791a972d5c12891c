package dev.facsimile.synth.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.synth.arrival.CascadeFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a trace is cut into parts and whoever reads them, it has one model. */
class FitInPartsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int ROWS = 22_000;
  private static final BlockScheme BLOCKS = new BlockScheme(128, BlockScheme.Scope.GLOBAL, false);

  /** Places where a row group ends: in the middle of seconds, of stretches and of sessions. */
  private static final Set<Integer> UNEVEN = Set.of(3, 6_001, 6_002, 19_990);

  @TempDir private Path folder;

  /** Three classes of which the third has several tenants, about 7 requests a second. */
  private static List<Request> requests(boolean sessions, boolean blocks) {
    UniformRandomProvider random = new SeededStreams(6).stream("parts");
    List<Request> requests = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < ROWS; i++) {
      time += (long) (-Math.log(1 - random.nextDouble()) * SECOND / 7);
      int input = 100 + random.nextInt(1 + i % 3_000);
      Tokens tokens =
          i % 50 == 0
              ? Tokens.ofLengths(OptionalInt.of(input), OptionalInt.empty())
              : Tokens.of(input, 1 + random.nextInt(input));
      Request request = Request.of("r" + i, time, tokens);
      int kind = random.nextInt(4);
      request = kind == 0 ? request : request.inClass("class-" + kind);
      if (kind == 3) {
        String tenant = "tenant-" + (int) Math.sqrt(random.nextInt(30));
        request =
            request.from(
                new Origin(
                    Optional.of(tenant),
                    Optional.empty(),
                    Optional.of("model-" + random.nextInt(2)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
      }
      if (sessions) {
        request = request.within(Conversation.of(Optional.of("s" + (i - i % 5) + i % 2)));
      }
      if (blocks) {
        long[] ids = new long[input / 128];
        for (int block = 0; block < ids.length; block++) {
          ids[block] = block < 1 ? block : i / 4 * 1_000L + block;
        }
        request = request.withBlocks(Optional.of(BlockIds.of(ids)));
      }
      requests.add(request);
    }
    return requests;
  }

  private TraceFile write(
      List<Request> requests, Set<Integer> groupEnds, boolean sessions, boolean blocks)
      throws IOException {
    try (TraceWriter writer = TraceWriter.create(folder.resolve("t.trace.parquet"))) {
      for (int i = 0; i < requests.size(); i++) {
        // A long text ends its row group.
        Optional<String> text =
            groupEnds.contains(i) ? Optional.of("x".repeat(1_100_000)) : Optional.empty();
        writer.write(new TraceRow(requests.get(i), Observed.NOTHING, text));
      }
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              "test",
              TraceHeader.Stage.RAW,
              requests.size(),
              Optional.empty(),
              List.of("test"),
              "input tokens include cached ones",
              sessions ? TraceHeader.Sessions.LOGGED : TraceHeader.Sessions.NONE,
              blocks ? Optional.of(BLOCKS) : Optional.empty(),
              new ClockFacts(OptionalLong.empty(), List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return TraceFile.open(folder.resolve("t.trace.parquet"));
  }

  /** The model's text but for the digest of its trace. */
  private static String text(TraceFile trace, OptionalInt minCount, int threads)
      throws IOException {
    TrafficModel model =
        new TraceFit(trace, Progress.SILENT, minCount, threads).fit(Admission.CARRIED).model();
    ObjectNode tree = (ObjectNode) Json.tree(Json.line(model));
    tree.remove("provenance");
    return tree.toString();
  }

  private void assertOneModel(boolean sessions, boolean blocks) throws IOException {
    List<Request> requests = requests(sessions, blocks);
    String whole = text(write(requests, Set.of(), sessions, blocks), OptionalInt.empty(), 1);
    assertTrue(whole.contains("class-2"));
    TraceFile even = write(requests, Set.of(), sessions, blocks);
    assertEquals(whole, text(even, OptionalInt.empty(), 2), "two threads");
    TraceFile uneven = write(requests, UNEVEN, sessions, blocks);
    assertEquals(whole, text(uneven, OptionalInt.empty(), 2), "uneven parts");
    assertEquals(whole, text(uneven, OptionalInt.empty(), 3), "uneven parts, three threads");
  }

  @Test
  void aTraceOfSingleRequestsHasOneModel() throws IOException {
    assertOneModel(false, false);
  }

  @Test
  void aTraceWithSessionsHasOneModel() throws IOException {
    assertOneModel(true, false);
  }

  @Test
  void aTraceWithSharedBlocksHasOneModel() throws IOException {
    assertOneModel(false, true);
  }

  @Test
  void aModelThatMayBeSharedIsOneToo() throws IOException {
    List<Request> requests = requests(false, false);
    OptionalInt minCount = OptionalInt.of(11);
    String whole = text(write(requests, Set.of(), false, false), minCount, 1);
    assertEquals(whole, text(write(requests, UNEVEN, false, false), minCount, 3));
  }

  @Test
  void aRowBeforeTheOneAboveIsRefusedWithItsPlaceInAnyPart() throws IOException {
    for (int wrong : new int[] {1, 6_002, 6_003, 21_500}) {
      List<Request> requests = requests(false, false);
      requests.set(wrong, requests.get(wrong).at(requests.get(wrong - 1).arrivalNanos() - 1));
      TraceFile trace = write(requests, UNEVEN, false, false);
      InputException refused =
          assertThrows(
              InputException.class,
              () -> new TraceFit(trace, Progress.SILENT).fit(Admission.CARRIED));
      assertTrue(
          refused
              .getMessage()
              .contains(
                  (wrong + 1)
                      + ": arrival_ns is "
                      + requests.get(wrong).arrivalNanos()
                      + ", before"),
          refused.getMessage());
    }
  }

  @Test
  void arrivalsCutAnywhereHaveOneCascade() {
    UniformRandomProvider random = new SeededStreams(7).stream("arrivals");
    long[] arrivals = new long[3_000];
    for (int i = 1; i < arrivals.length; i++) {
      // Some gaps of minutes, so that parts begin and end in silence too.
      arrivals[i] = arrivals[i - 1] + random.nextLong(SECOND) + (i % 500 == 0 ? 300 * SECOND : 0);
    }
    long duration = arrivals[arrivals.length - 1] + 1;
    TimeGrid grid = TimeGrid.of(OptionalLong.empty(), duration);
    Cascade whole = fit(grid, arrivals, 0, arrivals.length).cascade(duration, 1);
    for (int i = 0; i < 50; i++) {
      int first = random.nextInt(arrivals.length);
      int second = first + random.nextInt(arrivals.length - first);
      CascadeFit merged = fit(grid, arrivals, 0, first);
      merged.merge(fit(grid, arrivals, first, second));
      merged.merge(fit(grid, arrivals, second, arrivals.length));
      assertEquals(whole, merged.cascade(duration, 1), first + " and " + second);
    }
  }

  private static CascadeFit fit(TimeGrid grid, long[] arrivals, int from, int to) {
    CascadeFit fit = new CascadeFit(grid);
    for (int i = from; i < to; i++) {
      fit.add(arrivals[i]);
    }
    return fit;
  }

  @Test
  void countsOfLengthsAddUp() {
    UniformRandomProvider random = new SeededStreams(8).stream("lengths");
    TreeMap<Integer, Long> expected = new TreeMap<>();
    LengthCounts left = new LengthCounts();
    LengthCounts right = new LengthCounts();
    for (int i = 0; i < 20_000; i++) {
      int tokens = random.nextInt(4) == 0 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(50);
      (random.nextInt(3) == 0 ? left : right).add(tokens);
      expected.merge(tokens, 1L, Long::sum);
    }
    left.add(7, 5);
    left.add(99, 0);
    expected.merge(7, 5L, Long::sum);
    left.addAll(right);
    assertEquals(expected, left.counts());
    assertEquals(20_005, left.total());
  }
}
