package dev.facsimile.analyze.statistic;

/** The difference of the shares of members that have a mark, in all {@link Groupings} of a pool. */
public final class MarkedShare {
  private final int[] marks;

  /**
   * Of these marks.
   *
   * @param marks 1 for every member that has it, otherwise 0; not to be changed afterwards
   */
  public MarkedShare(int[] marks) {
    this.marks = marks;
  }

  /** The differences; no group is empty. */
  public Groupings.Distances distances(Groupings groupings) {
    GroupCounts all = new GroupCounts(groupings);
    GroupCounts marked = new GroupCounts(groupings);
    for (int member = 0; member < marks.length; member++) {
      all.add(member);
      if (marks[member] == 1) {
        marked.add(member);
      }
    }
    all.settle();
    marked.settle();
    GroupCounts.Steps steps = GroupCounts.Steps.of(all);
    double[] noise = new double[groupings.count()];
    double[] value = new double[groupings.count()];
    for (int i = 0; i < noise.length; i++) {
      int halves = marked.halves()[i];
      double half = halves * steps.half()[i];
      noise[i] = Math.abs(half - (marked.source() - halves) * steps.otherHalf()[i]);
      value[i] = Math.abs(half - marked.drawn()[i] * steps.drawn()[i]);
    }
    return new Groupings.Distances(noise, value);
  }
}
