package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<Long> passed = new ArrayList<>();
  private final List<ClockWatch.Reset> resets = new ArrayList<>();
  private final ClockWatch<Placed> watch =
      new ClockWatch<>(
          new ClockWatch.Downstream<>() {
            @Override
            public void row(Placed row) {
              passed.add(row.clock() / SECOND);
            }

            @Override
            public void reset(ClockWatch.Reset reset) {
              resets.add(reset);
            }
          });
  private long line;

  private void rows(int... seconds) throws IOException {
    for (int second : seconds) {
      rowOfLine(++line, second);
    }
  }

  private void rowOfLine(long ofLine, int second) throws IOException {
    Request request = Request.of("r", second * SECOND, 1, 1);
    watch.add(
        new Placed(
            new TraceRow(request, Observed.NOTHING, Optional.empty()), Path.of("a.log"), ofLine));
  }

  private void every10Seconds(int rows) throws IOException {
    rows(IntStream.range(0, rows).map(i -> 10 * i).toArray());
  }

  @Test
  void aClockThatJumpsBackAndStaysThereWasReset() throws IOException {
    every10Seconds(100);
    every10Seconds(50);
    watch.end();
    assertEquals(List.of(new ClockWatch.Reset(Path.of("a.log"), 101, 990 * SECOND, 0)), resets);
    assertEquals(150, passed.size());
    assertEquals(0, watch.lateRows());
  }

  @Test
  void rowsKeepTheirOrderAroundAReset() throws IOException {
    every10Seconds(20);
    every10Seconds(20);
    watch.end();
    assertEquals(List.of(180L, 190L, 0L, 10L), passed.subList(18, 22));
  }

  @Test
  void oneRowOfLongAgoIsLateNotAReset() throws IOException {
    every10Seconds(100);
    rows(3, 1000, 1010);
    watch.end();
    assertTrue(resets.isEmpty());
    assertEquals(1, watch.lateRows());
    assertEquals(987 * SECOND, watch.latestNanos());
    assertEquals(List.of(990L, 3L, 1000L, 1010L), passed.subList(99, 103));
  }

  @Test
  void aLogThatEndsBeforeItCanBeToldWasLate() throws IOException {
    every10Seconds(100);
    every10Seconds(ClockWatch.ENOUGH - 1);
    watch.end();
    assertTrue(resets.isEmpty());
    assertEquals(ClockWatch.ENOUGH - 1, watch.lateRows());
  }

  @Test
  void disorderOfAFewSecondsIsNoReset() throws IOException {
    for (int i = 0; i < 500; i++) {
      rows(i % 2 == 0 ? i : Math.max(0, i - 9));
    }
    watch.end();
    assertTrue(resets.isEmpty());
    // Row 11 says second 2, row 10 said 10.
    assertEquals(8 * SECOND, watch.latestNanos());
  }

  @Test
  void requestsOfOneDocumentMayBeListedInAnyOrder() throws IOException {
    for (int i = 0; i < 40; i++) {
      rowOfLine(1, i < 20 ? 1000 + i : i);
    }
    watch.end();
    assertTrue(resets.isEmpty());
    assertEquals(20, watch.lateRows());
  }

  @Test
  void theSecondOfTwoResetsIsFoundToo() throws IOException {
    every10Seconds(30);
    every10Seconds(30);
    every10Seconds(30);
    watch.end();
    assertEquals(List.of(31L, 61L), resets.stream().map(ClockWatch.Reset::line).toList());
  }

  @Test
  void requestsLoggedAtTheirEndsAreLateHoweverBusyTheLog() throws IOException {
    // 14 requests a second that each end up to a minute after their start.
    UniformRandomProvider random = new SeededStreams(1).stream("ends");
    for (int i = 0; i < 20_000; i++) {
      rowAt(60_000_000_000L + i * 72_000_000L - random.nextLong(60_000_000_000L));
    }
    watch.end();
    assertEquals(List.of(), resets);
    assertEquals(20_000, passed.size());
  }

  @Test
  void aLongStretchAfterAResetIsToldBeforeItEnds() throws IOException {
    every10Seconds(5000);
    every10Seconds(ClockWatch.PLENTY);
    assertEquals(1, resets.size());
  }

  private void rowAt(long nanos) throws IOException {
    Request request = Request.of("r", nanos, 1, 1);
    watch.add(
        new Placed(
            new TraceRow(request, Observed.NOTHING, Optional.empty()), Path.of("a.log"), ++line));
  }
}
