package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.Splits.Group;
import dev.facsimile.analyze.statistic.Ranks;
import java.util.Arrays;

/**
 * Whether lengths follow the same course: the source's time is cut into windows, and the mean rank
 * of the inputs and of the outputs in each window, less that over all windows, is compared. Ranks
 * are shares of the source's requests, so that a few long ones do not hide the others.
 *
 * <p>It sees less than the energy distance with time as a column, but what it sees is not drowned
 * by the chance in the lengths themselves.
 */
final class WindowMeans {
  /**
   * What the distance would be were every window's mean as far from the other side's as two
   * requests are from each other: twice the variance of a rank, for both columns.
   */
  static final double SPREAD = 2 * 2 / 12.0;

  private final Splits splits;
  private final int windows;
  private final int[] windowOf;
  private final double[][] ranks;

  /**
   * Of the requests of some splits.
   *
   * @param comparison whose splits they are
   * @param times of the pooled requests, from 0 to 1 within the source's time
   * @param windows the number of windows
   */
  WindowMeans(Comparison comparison, double[] times, int windows) {
    this.splits = comparison.splits();
    this.windows = windows;
    this.windowOf =
        Arrays.stream(times)
            .mapToInt(time -> (int) Math.max(0, Math.min(windows - 1, time * windows)))
            .toArray();
    Traffic source = comparison.source();
    Traffic other = comparison.other();
    this.ranks =
        new double[][] {
          ranks(splits.pooled(source.inputs(), other.inputs())),
          ranks(splits.pooled(source.outputs(), other.outputs()))
        };
  }

  private static double[] ranks(int[] pooled) {
    double[] ranks = Ranks.of(pooled);
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = (ranks[i] - 0.5) / ranks.length;
    }
    return ranks;
  }

  /** Counts and sums of a group, by window. */
  private record Sums(int[] counts, double[][] sums) {

    /** The mean rank of a column over the windows that both have, each as they both count it. */
    double mean(int column, double[] weights) {
      double sum = 0;
      double all = 0;
      for (int window = 0; window < weights.length; window++) {
        if (weights[window] > 0) {
          sum += weights[window] * sums[column][window] / counts[window];
          all += weights[window];
        }
      }
      return sum / all;
    }
  }

  /** The distance in every split. */
  Splits.Measured measured() {
    int[] members = new int[windowOf.length];
    Arrays.setAll(members, i -> i);
    return splits.measure((split, group) -> sums(members, split, group), WindowMeans::distance);
  }

  private Sums sums(int[] members, int split, Group group) {
    Sums sums = new Sums(new int[windows], new double[ranks.length][windows]);
    for (int member : splits.values(members, split, group)) {
      int window = windowOf[member];
      sums.counts()[window]++;
      for (int column = 0; column < ranks.length; column++) {
        sums.sums()[column][window] += ranks[column][member];
      }
    }
    return sums;
  }

  /** The mean square difference of the windows' means, each weighted by what is known of it. */
  private static double distance(Sums a, Sums b) {
    int windows = a.counts().length;
    double[] weights = new double[windows];
    double all = 0;
    for (int window = 0; window < windows; window++) {
      double both = a.counts()[window] + b.counts()[window];
      weights[window] = both == 0 ? 0 : a.counts()[window] * b.counts()[window] / both;
      all += weights[window];
    }
    double squares = 0;
    for (int column = 0; column < a.sums().length && all > 0; column++) {
      double apart = a.mean(column, weights) - b.mean(column, weights);
      for (int window = 0; window < windows; window++) {
        if (weights[window] > 0) {
          double off =
              a.sums()[column][window] / a.counts()[window]
                  - b.sums()[column][window] / b.counts()[window]
                  - apart;
          squares += weights[window] * off * off / all;
        }
      }
    }
    return squares;
  }
}
