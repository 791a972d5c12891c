package dev.facsimile.anonymize.detect.fold;

import java.util.Arrays;

/** For each unit of a made text, the stretch of the original that it came from. */
public final class OffsetMap {
  /** Every unit is itself. */
  public static final OffsetMap IDENTITY = new OffsetMap(new int[0], new int[0], false);

  private final int[] starts;
  private final int[] ends;
  private final boolean listed;

  private OffsetMap(int[] starts, int[] ends, boolean listed) {
    this.starts = starts;
    this.ends = ends;
    this.listed = listed;
  }

  /** Where unit {@code index} begins in the original. */
  public int start(int index) {
    return listed ? starts[index] : index;
  }

  /** Where unit {@code index} ends in the original (exclusive). */
  public int end(int index) {
    return listed ? ends[index] : index + 1;
  }

  /** Whether every unit is itself. */
  public boolean isIdentity() {
    return !listed;
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
      return new OffsetMap(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size), true);
    }
  }
}
