package dev.facsimile.anonymize.detect.fold;

import java.util.Arrays;

/** For each unit of a made text, the stretch of the original that it came from. */
public final class OffsetMap {
  /** Every unit is itself. */
  public static final OffsetMap IDENTITY = new OffsetMap(Kind.IDENTITY, new int[0], new int[0]);

  private enum Kind {
    IDENTITY,
    CONSTANT,
    LISTED
  }

  private final Kind kind;
  private final int[] starts;
  private final int[] ends;

  private OffsetMap(Kind kind, int[] starts, int[] ends) {
    this.kind = kind;
    this.starts = starts;
    this.ends = ends;
  }

  /** Every unit is the same whole stretch of the original. */
  public static OffsetMap constant(int start, int end) {
    return new OffsetMap(Kind.CONSTANT, new int[] {start}, new int[] {end});
  }

  /** Where unit {@code index} begins in the original. */
  public int start(int index) {
    return switch (kind) {
      case IDENTITY -> index;
      case CONSTANT -> starts[0];
      case LISTED -> starts[index];
    };
  }

  /** Where unit {@code index} ends in the original (exclusive). */
  public int end(int index) {
    return switch (kind) {
      case IDENTITY -> index + 1;
      case CONSTANT -> ends[0];
      case LISTED -> ends[index];
    };
  }

  /** Whether every unit is itself. */
  public boolean isIdentity() {
    return kind == Kind.IDENTITY;
  }

  /** Collects a map unit by unit. */
  public static final class Builder {
    private int[] starts;
    private int[] ends;
    private int size;

    /** An empty map with room for {@code expected} units. */
    public Builder(int expected) {
      starts = new int[Math.max(16, expected)];
      ends = new int[Math.max(16, expected)];
    }

    /** Adds the stretch of the next unit. */
    public void add(int start, int end) {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, size * 2);
        ends = Arrays.copyOf(ends, size * 2);
      }
      starts[size] = start;
      ends[size++] = end;
    }

    /** Number of units so far. */
    public int size() {
      return size;
    }

    /** The map. */
    public OffsetMap build() {
      return new OffsetMap(Kind.LISTED, Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
    }
  }
}
