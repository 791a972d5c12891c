package dev.facsimile.synth.course;

import java.util.Objects;

/**
 * A label of the requests of a stretch of time.
 *
 * @param name the label
 * @param fromNanos start of the stretch
 * @param toNanos its end
 */
public record Phase(String name, long fromNanos, long toNanos) {

  public Phase {
    Objects.requireNonNull(name, "a phase has no name");
    if (name.isBlank() || fromNanos < 0 || toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "phase '" + name + "' from " + fromNanos + " to " + toNanos + " ns, expected some time");
    }
  }

  /** Whether {@code nanos} lies in it. */
  public boolean holds(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }
}
