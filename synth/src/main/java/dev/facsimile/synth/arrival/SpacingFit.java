package dev.facsimile.synth.arrival;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Renewal;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The gaps between the arrivals of one stratum, each as a multiple of the mean of itself and the
 * {@value #BEFORE} before it, so that a rate that changes slowly does not widen their distribution;
 * and how regular they are by the local variation (Shinomoto, Shima and Tanji, "Differences in
 * spiking patterns among cortical neurons", 2003), which is 1 for a Poisson process at any rate and
 * 0 for equal gaps. Holds, once there is a gap with as many before it, a count for each thousandth
 * of a mean gap, 72 KB; those of consecutive stretches of time merge.
 */
final class SpacingFit implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int BEFORE = 8;
  private static final int RING = 16;
  private static final int PARTS = 1_000;
  private static final int ENOUGH = 200;
  private static final double UNIT = 1 << 24;

  /** That of gamma distributed gaps of which the coefficient of variation is 0.86. */
  private static final double REGULAR = 0.8;

  private final long[] first = new long[BEFORE + 1];

  /** The last arrivals: number n, from 0, in place n modulo {@value #RING}. */
  private final long[] last = new long[RING];

  /** By thousandths of a mean gap; empty as long as there is none. */
  private long[] counts = {};

  private long arrivals;

  /** Of the squares of ratios in units of 2⁻²⁴, so that sums do not depend on their order. */
  private long variation;

  /** Takes the next arrival, nanoseconds, not before the last one. */
  void add(long nanos) {
    if (arrivals <= BEFORE) {
      first[(int) arrivals] = nanos;
    }
    gap(nanos);
    last[(int) arrivals & RING - 1] = nanos;
    arrivals++;
  }

  private void gap(long nanos) {
    if (arrivals <= BEFORE) {
      return;
    }
    double gap = nanos - before(1);
    double before = before(1) - before(2);
    // Of arrivals at one instant nothing is known: they count as much as those of a Poisson
    // process.
    double ratio = (gap - before) / Math.max(1, gap + before);
    variation += Math.round(UNIT * (gap + before == 0 ? 1.0 / 3 : ratio * ratio));
    double all = nanos - before(BEFORE + 1);
    double multiple = all == 0 ? 1 : (BEFORE + 1) * gap / all;
    room();
    counts[(int) Math.rint(PARTS * multiple)]++;
  }

  /** The arrival so many before the one at hand, from 1. */
  private long before(int arrival) {
    return last[(int) (arrivals - arrival) & RING - 1];
  }

  private void room() {
    if (counts.length == 0) {
      counts = new long[(BEFORE + 1) * PARTS + 1];
    }
  }

  /** Takes what another has of the time behind the last arrival here. */
  void merge(SpacingFit behind) {
    int known = (int) Math.min(BEFORE + 1, behind.arrivals);
    for (int i = 0; i < known; i++) {
      add(behind.first[i]);
    }
    if (behind.arrivals > BEFORE + 1) {
      arrivals += behind.arrivals - known;
      for (int i = 1; i <= BEFORE + 1; i++) {
        last[(int) (arrivals - i) & RING - 1] = behind.before(i);
      }
      variation += behind.variation;
      room();
      for (int i = 0; i < counts.length; i++) {
        counts[i] += behind.counts[i];
      }
    }
  }

  /** Whether gaps are more regular than those of a Poisson process. */
  boolean regular() {
    long gaps = Arrays.stream(counts).sum();
    return gaps >= ENOUGH && 3 * variation / UNIT / gaps < REGULAR;
  }

  /** The gaps, in the unit of {@link Renewal#MEAN}. */
  Marginal gaps() {
    LengthCounts gaps = new LengthCounts();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        gaps.add(i * (Renewal.MEAN / PARTS), counts[i]);
      }
    }
    return MarginalFit.of(gaps);
  }
}
