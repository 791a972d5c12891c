package dev.facsimile.ingest;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Puts rows back in time order as far as a window of rows reaches: gateways log a request when it
 * ends, so that starts come out of order. Rows of equal time keep their order in the log. Holds the
 * window's rows: those that came in order in a queue, which costs next to nothing, the late ones in
 * a heap.
 *
 * @param <T> a row
 */
final class ReorderWindow<T extends Timed> {
  /** A row, with its number in the log to keep ties in order. */
  private record Waiting<T>(long clock, long number, T row) implements Comparable<Waiting<T>> {
    @Override
    public int compareTo(Waiting<T> other) {
      int byClock = Long.compare(clock, other.clock);
      return byClock != 0 ? byClock : Long.compare(number, other.number);
    }
  }

  private final int rows;
  private final ArrayDeque<Waiting<T>> inOrder = new ArrayDeque<>();
  private final PriorityQueue<Waiting<T>> late = new PriorityQueue<>();
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
  Optional<T> add(T row) {
    Waiting<T> waiting = new Waiting<>(row.clock(), number++, row);
    if (!inOrder.isEmpty() && waiting.clock() < inOrder.getLast().clock()) {
      late.add(waiting);
    } else {
      inOrder.add(waiting);
    }
    return inOrder.size() + late.size() > rows ? next() : Optional.empty();
  }

  /** Gives the earliest row that is left. */
  Optional<T> next() {
    boolean lateFirst =
        !late.isEmpty() && (inOrder.isEmpty() || late.peek().compareTo(inOrder.getFirst()) < 0);
    Waiting<T> earliest = lateFirst ? late.poll() : inOrder.poll();
    return Optional.ofNullable(earliest).map(Waiting::row);
  }
}
