package dev.facsimile.replay.engine;

import java.util.function.LongSupplier;

/**
 * Nanoseconds from the run's zero, by one monotonic clock. Before {@link #start()} the zero is 0.
 */
final class RunClock {
  private final LongSupplier nanoTime;
  private volatile long zero;

  RunClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Makes now the zero. */
  void start() {
    zero = nanoTime.getAsLong();
  }

  /** Makes a moment of the clock the zero. */
  void startAt(long nanoTime) {
    zero = nanoTime;
  }

  /** The clock itself, whatever the zero. */
  long nanoTime() {
    return nanoTime.getAsLong();
  }

  long now() {
    return nanoTime.getAsLong() - zero;
  }
}
