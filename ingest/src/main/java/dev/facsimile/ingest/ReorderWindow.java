package dev.facsimile.ingest;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Puts rows back in time order as far as a window of rows reaches: gateways log a request when it
 * ends, so that starts come out of order. Rows of equal time keep their order in the log. Holds the
 * window's rows: those that came in order in a queue, which costs next to nothing, the late ones in
 * a heap.
 */
final class ReorderWindow {
  /** A row, with its number in the log to keep ties in order. */
  private record Waiting(long clock, long number, Placed row) implements Comparable<Waiting> {
    @Override
    public int compareTo(Waiting other) {
      int byClock = Long.compare(clock, other.clock);
      return byClock != 0 ? byClock : Long.compare(number, other.number);
    }
  }

  private final int rows;
  private final ArrayDeque<Waiting> inOrder = new ArrayDeque<>();
  private final PriorityQueue<Waiting> late = new PriorityQueue<>();
  private long number;

  /**
   * A window.
   *
   * @param rows how many rows it holds back
   */
  ReorderWindow(int rows) {
    this.rows = rows;
  }

  /** Takes a row and gives the earliest one, once the window is full. */
  Optional<Placed> add(Placed row) {
    Waiting waiting = new Waiting(row.clock(), number++, row);
    if (!inOrder.isEmpty() && waiting.clock() < inOrder.getLast().clock()) {
      late.add(waiting);
    } else {
      inOrder.add(waiting);
    }
    return inOrder.size() + late.size() > rows ? next() : Optional.empty();
  }

  /** Gives the earliest row that is left. */
  Optional<Placed> next() {
    boolean lateFirst =
        !late.isEmpty() && (inOrder.isEmpty() || late.peek().compareTo(inOrder.getFirst()) < 0);
    Waiting earliest = lateFirst ? late.poll() : inOrder.poll();
    return Optional.ofNullable(earliest).map(Waiting::row);
  }
}
