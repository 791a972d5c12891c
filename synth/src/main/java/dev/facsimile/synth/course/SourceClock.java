package dev.facsimile.synth.course;

/**
 * Another reading of the source's time: the workload starts at {@code startNanos} of it and goes
 * round the stretch from {@code fromNanos} to {@code toNanos} again and again.
 *
 * @param startNanos within the stretch
 * @param fromNanos start of the stretch
 * @param toNanos end of the stretch
 */
public record SourceClock(long startNanos, long fromNanos, long toNanos) {

  public SourceClock {
    if (fromNanos < 0 || startNanos < fromNanos || startNanos >= toNanos) {
      throw new IllegalArgumentException(
          "a start at " + startNanos + " ns of a stretch from " + fromNanos + " to " + toNanos);
    }
  }

  /** The source's time that stands for {@code nanos} of the workload. */
  public long sourceNanos(long nanos) {
    return fromNanos + (startNanos - fromNanos + nanos) % (toNanos - fromNanos);
  }
}
