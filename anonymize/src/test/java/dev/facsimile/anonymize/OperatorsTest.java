package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a policy can do to time, to lengths and to last blocks. */
final class OperatorsTest {
  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;

  private Release release(String policy, List<TraceRow> rows) throws IOException {
    return Releasing.release(RawTrace.write(folder.resolve("raw.trace.parquet"), rows), policy);
  }

  private static List<Request> requests(Release release) throws IOException {
    return RawTrace.read(release.trace()).stream().map(TraceRow::request).toList();
  }

  @Test
  void nothingOfTheStartStaysUnlessThePolicySaysSo() throws IOException {
    List<TraceRow> rows = List.of(RawTrace.row("a", "t").make());
    assertEquals(
        Optional.empty(),
        TraceFile.open(release(Releasing.POLICY, rows).trace()).header().startTime());
  }

  @Test
  void aKeptStartHasItsWeekdayAndHourInAWeekThatAllReleasesShare() throws IOException {
    // The trace starts on Wednesday 2025-09-10 at 04:00; its first request comes 95 minutes later.
    List<TraceRow> rows = List.of(RawTrace.row("a", "t").at(95 * 60_000).make());
    String policy = Releasing.POLICY + "time: {start: week-shift}\n";
    assertEquals(
        Optional.of("2001-01-03T05:00:00Z"),
        TraceFile.open(release(policy, rows).trace()).header().startTime());
  }

  @Test
  void jitterIsBoundedAndKeepsTurnsAndParentsInOrder() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      RawTrace.Row row = RawTrace.row("r" + i, "t").at(i * 20L).tokens(100 + i, 10);
      rows.add(
          (i % 3 == 0 ? row.session("s" + i % 7) : i > 0 ? row.parent("r" + (i - 1)) : row).make());
    }
    List<Request> released = requests(release(Releasing.POLICY + "time: {jitter_ms: 500}\n", rows));
    assertEquals(400, released.size());
    Map<String, Long> arrivals = new HashMap<>();
    Map<String, Integer> lastOfSession = new HashMap<>();
    long before = 0;
    int moved = 0;
    for (Request request : released) {
      int index = request.tokens().input().getAsInt() - 100;
      long exact = index * 20L * MILLI;
      assertTrue(request.arrivalNanos() >= before, "rows are in order of their arrivals");
      before = request.arrivalNanos();
      // A turn that waits for the one before it may be later than its own bound, never than that
      // one's.
      assertTrue(Math.abs(request.arrivalNanos() - exact) <= 500 * MILLI, "moved too far");
      moved += request.arrivalNanos() == exact ? 0 : 1;
      arrivals.put(request.id(), request.arrivalNanos());
      request
          .conversation()
          .sessionId()
          .ifPresent(
              session -> {
                Integer last = lastOfSession.put(session, index);
                assertTrue(last == null || last < index, "turns changed places");
              });
    }
    for (Request request : released) {
      request
          .conversation()
          .parentRequestId()
          .ifPresent(parent -> assertTrue(arrivals.get(parent) <= request.arrivalNanos()));
    }
    assertTrue(moved > 350, "only " + moved + " moved");
  }

  @Test
  void theLongestLengthsBecomeTheirMeanSoThatTotalsStay() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    long total = 0;
    for (int i = 0; i < 100; i++) {
      int output = i < 95 ? 50 + i : 1_000 * i;
      total += output;
      rows.add(
          RawTrace.row("r" + i, "t")
              .at(i)
              .tokens(64 + i, output)
              .blocks(1, 2, 3, 4 + i, 200 + i)
              .make());
    }
    String policy =
        Releasing.POLICY.replace("lengths: exact", "lengths: {op: exact, top_code: 95}");
    List<Request> released = requests(release(policy, rows));
    long after = released.stream().mapToLong(r -> r.tokens().output().getAsInt()).sum();
    assertEquals(total, after, 3, "five means are rounded");
    assertEquals(97_000, released.get(99).tokens().output().getAsInt());
    assertEquals(released.get(95).tokens().output(), released.get(99).tokens().output());
    assertEquals(144, released.get(94).tokens().output().getAsInt());
    int known = released.get(94).tokens().input().getAsInt();
    assertTrue(
        released.get(99).prefixBlocks().orElseThrow().size() <= known / 16,
        "blocks tell the length of a top-coded prompt");
  }

  @Test
  void aRenumberedLastBlockIsThereAndEqualsNoOther() throws IOException {
    List<TraceRow> rows =
        List.of(
            RawTrace.row("a", "t").tokens(40, 1).blocks(1, 2, 3).make(),
            RawTrace.row("b", "t").tokens(40, 1).blocks(1, 2, 3).make(),
            RawTrace.row("c", "t").tokens(32, 1).blocks(1, 2).make());
    TraceFile raw =
        RawTrace.write(
            folder.resolve("raw.trace.parquet"),
            new BlockScheme(16, BlockScheme.Scope.GLOBAL, true),
            rows);
    String policy = Releasing.POLICY.replace("partial_last: drop", "partial_last: renumber");
    List<Request> released = requests(Releasing.release(raw, policy));
    BlockIds a = released.get(0).prefixBlocks().orElseThrow();
    BlockIds b = released.get(1).prefixBlocks().orElseThrow();
    assertEquals(a.prefix(2), b.prefix(2));
    assertNotEquals(a.get(2), b.get(2));
    assertEquals(2, released.get(2).prefixBlocks().orElseThrow().size());
    assertTrue(
        TraceFile.open(folder.resolve("released.trace.parquet"))
            .header()
            .blocks()
            .get()
            .partialLast());
  }
}
