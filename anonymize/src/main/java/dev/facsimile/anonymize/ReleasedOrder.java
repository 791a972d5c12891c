package dev.facsimile.anonymize;

import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Puts rows whose arrivals were moved back in order. Holds the rows of twice the jitter; none
 * without jitter.
 */
final class ReleasedOrder {
  private final Output output;
  private final PriorityQueue<Placed> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong((Placed placed) -> placed.row().request().arrivalNanos())
              .thenComparingLong(Placed::place));
  private long places;

  /** Takes rows in order. */
  @FunctionalInterface
  interface Output {
    void write(TraceRow row) throws IOException;
  }

  private record Placed(TraceRow row, long place) {}

  ReleasedOrder(Output output) {
    this.output = output;
  }

  /**
   * Adds a row.
   *
   * @param noneBefore no later row arrives before this time
   */
  void add(TraceRow row, long noneBefore) throws IOException {
    if (waiting.isEmpty() && row.request().arrivalNanos() <= noneBefore) {
      output.write(row);
      return;
    }
    waiting.add(new Placed(row, places++));
    while (!waiting.isEmpty() && waiting.peek().row().request().arrivalNanos() <= noneBefore) {
      output.write(waiting.poll().row());
    }
  }

  void finish() throws IOException {
    while (!waiting.isEmpty()) {
      output.write(waiting.poll().row());
    }
  }
}
