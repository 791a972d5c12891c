package dev.facsimile.replay.simulator;

import java.util.function.LongSupplier;

/**
 * What the answers of one event loop are sent with.
 *
 * @param clock nanoseconds, from where the times of tokens count
 * @param lateness hears of every token that was written
 */
record Outbound(StreamWriter writer, LongSupplier clock, Lateness lateness) {
  Outbound(LongSupplier clock) {
    this(new StreamWriter(), clock, new Lateness());
  }
}
