package dev.facsimile.analyze.statistic;

import java.util.Arrays;

/**
 * Counts members that are passed one after another, in the groups of all {@link Groupings} at once:
 * the marks of a member, a bit a grouping, are spread to a byte each and added eight groupings at a
 * time.
 */
final class GroupCounts {
  private static final int LANES = 8;

  /** What a byte can count to. */
  private static final int FULL = 255;

  /** The bits of a byte, each in the lowest place of a byte of its own. */
  private static final long[] SPREAD = new long[1 << LANES];

  static {
    for (int bits = 0; bits < SPREAD.length; bits++) {
      for (int lane = 0; lane < LANES; lane++) {
        SPREAD[bits] |= (long) (bits >>> lane & 1) << LANES * lane;
      }
    }
  }

  private final Groupings groupings;
  private final Marked ofSource;
  private final Marked ofOther;

  /** Counts of marked members of one side. */
  private static final class Marked {
    private final int[] counts;
    private final long[] lanes;
    private int passed;
    private int inLanes;

    Marked(int groupings) {
      lanes = new long[(groupings + LANES - 1) / LANES];
      counts = new int[groupings];
    }

    void add(long marks) {
      if (inLanes == FULL) {
        settle();
      }
      for (int i = 0; i < lanes.length; i++) {
        lanes[i] += SPREAD[(int) (marks >>> LANES * i) & 0xff];
      }
      inLanes++;
      passed++;
    }

    void settle() {
      if (inLanes > 0) {
        for (int i = 0; i < counts.length; i++) {
          counts[i] += (int) (lanes[i >> 3] >>> LANES * (i & 7)) & 0xff;
        }
        Arrays.fill(lanes, 0);
        inLanes = 0;
      }
    }
  }

  GroupCounts(Groupings groupings) {
    this.groupings = groupings;
    this.ofSource = new Marked(groupings.count());
    this.ofOther = new Marked(groupings.count());
  }

  /** Passes a member; it is in the counts below after {@link #settle()}. */
  void add(int member) {
    (member < groupings.ofSource() ? ofSource : ofOther).add(groupings.marks(member));
  }

  /** Brings all counts up to date. */
  void settle() {
    ofSource.settle();
    ofOther.settle();
  }

  /** Members passed that are in the half, by grouping; not to be changed. */
  int[] halves() {
    return ofSource.counts;
  }

  /** Members passed that are drawn, by grouping; not to be changed. */
  int[] drawn() {
    return ofOther.counts;
  }

  /** The source's members passed, in whichever half. */
  int source() {
    return ofSource.passed;
  }

  /** 1 ÷ the number of members of each group, in every grouping; 0 for an empty group. */
  record Steps(double[] half, double[] otherHalf, double[] drawn) {

    /** Of everything that {@code all} has passed. */
    static Steps of(GroupCounts all) {
      int count = all.halves().length;
      Steps steps = new Steps(new double[count], new double[count], new double[count]);
      for (int i = 0; i < count; i++) {
        steps.half[i] = step(all.halves()[i]);
        steps.otherHalf[i] = step(all.source() - all.halves()[i]);
        steps.drawn[i] = step(all.drawn()[i]);
      }
      return steps;
    }

    private static double step(int size) {
      return size == 0 ? 0 : 1.0 / size;
    }
  }
}
