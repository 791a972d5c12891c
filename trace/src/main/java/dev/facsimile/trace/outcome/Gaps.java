package dev.facsimile.trace.outcome;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** Times between consecutive chunks that carry tokens, nanoseconds, in order. Immutable. */
public final class Gaps {
  /** No gap: fewer than two chunks. */
  public static final Gaps NONE = new Gaps(new long[0]);

  private final long[] nanos;

  private Gaps(long[] nanos) {
    this.nanos = nanos;
  }

  /** A copy of {@code nanos}. */
  public static Gaps of(long... nanos) {
    return nanos.length == 0 ? NONE : new Gaps(nanos.clone());
  }

  public int size() {
    return nanos.length;
  }

  public long get(int index) {
    return nanos[index];
  }

  @JsonValue
  public long[] toArray() {
    return nanos.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Gaps that && Arrays.equals(nanos, that.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return Arrays.toString(nanos);
  }
}
