package dev.facsimile.anonymize.detect.fold;

import java.util.Arrays;

/**
 * For each unit of a made text, the stretch of the original that it came from. Made texts are
 * mostly copies: what is held is segments, each of units that follow one another as in the
 * original, or that all came from one stretch.
 */
public final class OffsetMap {
  /** Every unit is itself. */
  public static final OffsetMap IDENTITY =
      new OffsetMap(new int[] {0}, new int[] {0}, new int[] {OffsetMap.COPIED}, 1);

  private static final int COPIED = -1;

  private final int[] firsts;
  private final int[] starts;
  private final int[] ends;
  private final int segments;

  private OffsetMap(int[] firsts, int[] starts, int[] ends, int segments) {
    this.firsts = firsts;
    this.starts = starts;
    this.ends = ends;
    this.segments = segments;
  }

  /** Every unit is the same whole stretch of the original. */
  public static OffsetMap constant(int start, int end) {
    return new OffsetMap(new int[] {0}, new int[] {start}, new int[] {end}, 1);
  }

  /** Where unit {@code index} begins in the original. */
  public int start(int index) {
    return start(index, segment(index));
  }

  private int start(int index, int segment) {
    return ends[segment] == COPIED ? starts[segment] + index - firsts[segment] : starts[segment];
  }

  /** Where unit {@code index} ends in the original (exclusive). */
  public int end(int index) {
    return end(index, segment(index));
  }

  private int end(int index, int segment) {
    return ends[segment] == COPIED ? starts[segment] + index - firsts[segment] + 1 : ends[segment];
  }

  private int segment(int index) {
    if (segments == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(firsts, 0, segments, index);
    return found >= 0 ? found : -found - 2;
  }

  /** Whether every unit is itself. */
  public boolean isIdentity() {
    return this == IDENTITY;
  }

  /** Collects a map unit by unit. */
  public static final class Builder {
    private int[] firsts = new int[16];
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private int segments;
    private int size;

    /** An empty map. */
    public Builder() {}

    /** Adds the stretch of the next unit. */
    public void add(int start, int end) {
      int last = segments - 1;
      boolean goesOn =
          last >= 0
              && (ends[last] == COPIED
                  ? end == start + 1 && start == starts[last] + size - firsts[last]
                  : start == starts[last] && end == ends[last]);
      if (!goesOn) {
        segment(start, end == start + 1 ? COPIED : end);
      }
      size++;
    }

    /** Adds the stretches that the units from {@code from} to {@code to} have in {@code source}. */
    public void addAll(OffsetMap source, int from, int to) {
      int at = from;
      for (int segment = from < to ? source.segment(from) : 0; at < to; segment++) {
        int next = segment + 1 < source.segments ? Math.min(to, source.firsts[segment + 1]) : to;
        while (at < next) {
          add(source.start(at, segment), source.end(at, segment));
          boolean goesOn = ends[segments - 1] != COPIED || source.ends[segment] == COPIED;
          size += goesOn ? next - at - 1 : 0;
          at = goesOn ? next : at + 1;
        }
      }
    }

    private void segment(int start, int end) {
      if (segments == firsts.length) {
        firsts = Arrays.copyOf(firsts, segments * 2);
        starts = Arrays.copyOf(starts, segments * 2);
        ends = Arrays.copyOf(ends, segments * 2);
      }
      firsts[segments] = size;
      starts[segments] = start;
      ends[segments++] = end;
    }

    /** Number of units so far. */
    public int size() {
      return size;
    }

    /** The map. */
    public OffsetMap build() {
      if (segments == 0) {
        segment(0, COPIED);
      }
      return new OffsetMap(
          Arrays.copyOf(firsts, segments),
          Arrays.copyOf(starts, segments),
          Arrays.copyOf(ends, segments),
          segments);
    }
  }
}
