package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.Serializable;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The windows that arrivals are modelled on: root windows, halved {@code levels} times down to
 * cells. All are multiples of the source clock's lattice where it has one, because counts of
 * anything else are an artefact of that clock.
 *
 * @param rootNanos width of a root window
 * @param levels how often a root window is halved
 * @param latticeNanos lattice of the source's clock
 */
public record TimeGrid(long rootNanos, int levels, OptionalLong latticeNanos)
    implements Serializable {
  private static final long SECOND = 1_000_000_000L;
  private static final int LEVELS = 6;
  private static final long CELLS = 1L << LEVELS;
  private static final long ROOT = CELLS * SECOND;
  private static final long SHORTEST_ROOT = 16 * SECOND;
  private static final long FEWEST_WINDOWS = 32;

  /** From this lattice on a cell is one lattice step and says nothing of the time within. */
  private static final long COARSE = SECOND / 2;

  private static final int MOST_LEVELS = 30;
  private static final int MOST_FINE = 10;

  /** Calls of one client that fans out are within a millisecond of each other. */
  private static final long FINE = SECOND / 2_000;

  private static final long FINE_OF_LONG = SECOND / 100;
  private static final int MOST_CELLS = 1 << 24;
  private static final int MOST_FINE_CELLS = 1 << 22;

  public TimeGrid {
    if (levels < 0
        || levels > MOST_LEVELS
        || rootNanos < 1
        || (rootNanos & ((1L << levels) - 1)) != 0) {
      throw new IllegalArgumentException(
          "root windows of " + rootNanos + " ns cannot be halved " + levels + " times");
    }
  }

  /**
   * The grid for a clock: cells of about 1 s and roots of about 64 s of which a whole number fills
   * the duration, because a window that is cut holds too little or too much of its bursts. A source
   * of less than half an hour has shorter ones, so that there are {@value #FEWEST_WINDOWS}, or as
   * many as last 16 s. On a coarse clock the nearest (by ratio) that the lattice allows.
   */
  public static TimeGrid of(OptionalLong latticeNanos, long durationNanos) {
    if (latticeNanos.isPresent() && latticeNanos.getAsLong() >= COARSE) {
      long lattice = latticeNanos.getAsLong();
      int levels = doublings(lattice, ROOT);
      return new TimeGrid(lattice << levels, levels, latticeNanos);
    }
    long few = Math.min(FEWEST_WINDOWS, durationNanos / SHORTEST_ROOT);
    long windows = Math.max(1, Math.max(few, Math.round((double) durationNanos / ROOT)));
    long cell = (durationNanos + windows * CELLS - 1) / (windows * CELLS);
    return new TimeGrid(Math.max(1, cell) * CELLS, LEVELS, latticeNanos);
  }

  /**
   * The grid on which no pattern of arrivals within a second is needed: as {@link #of}, with cells
   * halved on to about 1 ms, or to four steps of the clock, or until the duration has {@value
   * #MOST_FINE_CELLS}; to about 16 ms until it has {@value #MOST_CELLS}.
   */
  public static TimeGrid fine(OptionalLong latticeNanos, long durationNanos) {
    TimeGrid grid = of(latticeNanos, durationNanos);
    if (grid.coarse()) {
      return grid;
    }
    int more = 0;
    long windows = grid.windows(durationNanos);
    while (more < MOST_FINE
        && grid.cellNanos() >> (more + 1)
            >= Math.max(finest(windows << (LEVELS + more + 1)), 4 * latticeNanos.orElse(0))
        && windows << (LEVELS + more + 1) <= MOST_CELLS) {
      more++;
    }
    long cells = CELLS << more;
    long cell = (grid.rootNanos() + cells - 1) / cells;
    return new TimeGrid(cell * cells, LEVELS + more, latticeNanos);
  }

  /** The least width of cells of which there are so many. */
  private static long finest(long cells) {
    return cells <= MOST_FINE_CELLS ? FINE : FINE_OF_LONG;
  }

  private static int doublings(long from, long to) {
    return (int) Math.max(0, Math.round(StrictMath.log((double) to / from) / StrictMath.log(2)));
  }

  /** The grid as it is sent, since an {@link OptionalLong} cannot be. */
  private record Sent(long rootNanos, int levels, long[] latticeNanos) implements Serializable {
    private Object readResolve() {
      return new TimeGrid(rootNanos, levels, Arrays.stream(latticeNanos).findFirst());
    }
  }

  private Object writeReplace() {
    return new Sent(rootNanos, levels, latticeNanos.stream().toArray());
  }

  /** Width of a cell, the smallest window that is counted. */
  @JsonIgnore
  public long cellNanos() {
    return rootNanos >> levels;
  }

  /** Whether a cell is one step of the lattice, within which times mean nothing. */
  @JsonIgnore
  public boolean coarse() {
    return latticeNanos.isPresent() && latticeNanos.getAsLong() >= COARSE;
  }

  /** Root windows in {@code durationNanos}, the last of them perhaps not whole. */
  public long windows(long durationNanos) {
    return (durationNanos + rootNanos - 1) / rootNanos;
  }

  /** Share of the last root window of {@code durationNanos} that lies within it, over 0 to 1. */
  public double lastShare(long durationNanos) {
    long last = durationNanos - (windows(durationNanos) - 1) * rootNanos;
    return (double) last / rootNanos;
  }
}
