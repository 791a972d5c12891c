package dev.facsimile.replay.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * What was measured of this machine's clock against a reference.
 *
 * @param reference whose time it is, such as {@code ntp://time.example}
 * @param offsetNanos the reference's time − ours
 * @param uncertaintyNanos the offset is right to this, by the way there and back: half its delay
 */
public record ClockReading(String reference, long offsetNanos, long uncertaintyNanos) {
  private static final double MILLI = 1e6;

  /** The manifest's options that each shard has for itself. */
  static final String OFFSET = "clock_offset_ns";

  static final String UNCERTAINTY = "clock_uncertainty_ns";
  static final String OFFSET_AT_END = "clock_offset_at_end_ns";

  /** The offset, to be added to our time. */
  public Duration offset() {
    return Duration.ofNanos(offsetNanos);
  }

  /** For the manifest. */
  Map<String, String> facts() {
    return Map.of(
        "clock_reference",
        reference,
        OFFSET,
        Long.toString(offsetNanos),
        UNCERTAINTY,
        Long.toString(uncertaintyNanos));
  }

  /** In a sentence. */
  String sentence() {
    return String.format(
        Locale.ROOT,
        "clock: %.3f ms %s %s, to ± %.3f ms",
        Math.abs(offsetNanos) / MILLI,
        offsetNanos < 0 ? "ahead of" : "behind",
        reference,
        uncertaintyNanos / MILLI);
  }
}
