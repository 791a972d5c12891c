package dev.facsimile.analyze.statistic;

import dev.facsimile.trace.stats.RadixSort;

/**
 * Kolmogorov-Smirnov distances ({@link dev.facsimile.trace.stats.KolmogorovSmirnov}) in all {@link
 * Groupings} of a pool, whose values are sorted once. Holds 12 bytes a value.
 */
public final class SortedPool {
  private final long[] keys;
  private final int[] memberOfValue;

  /**
   * Of these values, in any order.
   *
   * @param values none, one or several of a member
   * @param memberOfValue whose each is; not to be changed afterwards
   */
  public SortedPool(int[] values, int[] memberOfValue) {
    if (values.length != memberOfValue.length) {
      throw new IllegalArgumentException(
          values.length + " values of " + memberOfValue.length + " members");
    }
    this.keys = RadixSort.sortedKeys(values);
    this.memberOfValue = memberOfValue;
  }

  /** The distances; that to an empty group is the share of the other, 1. */
  public Groupings.Distances distances(Groupings groupings) {
    GroupCounts all = new GroupCounts(groupings);
    for (int member : memberOfValue) {
      all.add(member);
    }
    all.settle();
    GroupCounts.Steps steps = GroupCounts.Steps.of(all);
    GroupCounts upTo = new GroupCounts(groupings);
    double[] noise = new double[groupings.count()];
    double[] value = new double[groupings.count()];
    for (int i = 0; i < keys.length; i++) {
      upTo.add(memberOfValue[(int) keys[i]]);
      boolean lastOfItsValue = i + 1 == keys.length || keys[i] >> 32 != keys[i + 1] >> 32;
      if (lastOfItsValue) {
        upTo.settle();
        raise(upTo, steps, noise, value);
      }
    }
    return new Groupings.Distances(noise, value);
  }

  private static void raise(
      GroupCounts upTo, GroupCounts.Steps steps, double[] noise, double[] value) {
    int[] halves = upTo.halves();
    int[] drawn = upTo.drawn();
    int source = upTo.source();
    for (int i = 0; i < noise.length; i++) {
      double half = halves[i] * steps.half()[i];
      double otherHalf = (source - halves[i]) * steps.otherHalf()[i];
      noise[i] = Math.max(noise[i], Math.abs(half - otherHalf));
      value[i] = Math.max(value[i], Math.abs(half - drawn[i] * steps.drawn()[i]));
    }
  }
}
