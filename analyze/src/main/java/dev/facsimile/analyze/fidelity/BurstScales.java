package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The window widths at which burstiness can be compared: 1, 10, 60, 300 and 600 s, each moved to
 * the nearest multiple of the source's lattice q, as far as 2q ≤ width ≤ span ÷ 8.
 *
 * @param widthsNanos the widths, ascending
 * @param leftOut one sentence for each that is left out
 */
record BurstScales(List<Long> widthsNanos, List<String> leftOut) {
  private static final long SECOND = 1_000_000_000L;
  private static final long[] SECONDS = {1, 10, 60, 300, 600};

  /** Fewer windows tell no variance. */
  static final int FEWEST_WINDOWS = 8;

  static BurstScales of(long spanNanos, OptionalLong latticeNanos) {
    List<Long> widths = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    long lattice = latticeNanos.orElse(1);
    for (long seconds : SECONDS) {
      long width = Math.max(1, Math.round((double) seconds * SECOND / lattice)) * lattice;
      if (width < 2 * lattice || seconds * SECOND < 2 * lattice) {
        leftOut.add(
            seconds + " s: the source's clock ticks every " + text(lattice) + ", too coarse");
      } else if (width > spanNanos / FEWEST_WINDOWS) {
        leftOut.add(
            String.format(
                Locale.ROOT,
                "%d s: %s of common time hold fewer than %d windows",
                seconds,
                text(spanNanos),
                FEWEST_WINDOWS));
      } else if (!widths.contains(width)) {
        widths.add(width);
      }
    }
    return new BurstScales(List.copyOf(widths), List.copyOf(leftOut));
  }

  /** A width for people, such as {@code 10 s}. */
  static String text(long nanos) {
    double seconds = (double) nanos / SECOND;
    return seconds == Math.rint(seconds)
        ? String.format(Locale.ROOT, "%,.0f s", seconds)
        : String.format(Locale.ROOT, "%.4g s", seconds);
  }
}
