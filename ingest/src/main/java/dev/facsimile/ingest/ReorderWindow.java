package dev.facsimile.ingest;

import dev.facsimile.trace.TraceRow;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Puts rows back in time order as far as a window of rows reaches: gateways log a request when it
 * ends, so that starts come out of order. Rows of equal time keep their order in the log. Holds the
 * window's rows.
 */
final class ReorderWindow {
  /** A row, with its place in the log to keep ties in order. */
  private record Waiting(TraceRow row, long place) {}

  private final int rows;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong((Waiting w) -> w.row().request().arrivalNanos())
              .thenComparingLong(Waiting::place));
  private long place;
  private long newestClock = Long.MIN_VALUE;
  private long outOfOrder;

  /**
   * A window.
   *
   * @param rows how many rows it holds back
   */
  ReorderWindow(int rows) {
    this.rows = rows;
  }

  /** Takes a row and gives the earliest one, once the window is full. */
  Optional<TraceRow> add(TraceRow row) {
    long clock = row.request().arrivalNanos();
    if (clock < newestClock) {
      outOfOrder++;
    }
    newestClock = Math.max(newestClock, clock);
    waiting.add(new Waiting(row, place++));
    return waiting.size() > rows ? next() : Optional.empty();
  }

  /** Gives the earliest row that is left. */
  Optional<TraceRow> next() {
    return Optional.ofNullable(waiting.poll()).map(Waiting::row);
  }

  /** Rows that came later in the log than a row of a later time. */
  long outOfOrder() {
    return outOfOrder;
  }
}
