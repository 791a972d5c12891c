package dev.facsimile.analyze.statistic;

/**
 * Random groupings of one pool of members, requests or stretches of time, the source's first. In
 * each grouping a part of the source's members is the <em>half</em>, the others of them the
 * <em>other half</em>, and a part of the other side's members is <em>drawn</em>. What a distance is
 * between the two halves is its noise, between half and draw its value.
 *
 * <p>Holds 8 bytes a member: one bit a grouping, so that one pass over the members serves all
 * groupings at once, see {@link GroupCounts}.
 */
public final class Groupings {
  /** As many as fit. */
  public static final int MOST = Long.SIZE;

  private final long[] marks;
  private final int ofSource;
  private final int count;

  /**
   * No member is marked yet: all of the source's are in the other half, none is drawn.
   *
   * @param members of the pool
   * @param ofSource how many of them, the first ones, are the source's
   * @param count groupings, at most {@link #MOST}
   */
  public Groupings(int members, int ofSource, int count) {
    if (count < 1 || count > MOST || ofSource > members) {
      throw new IllegalArgumentException(
          count + " groupings of " + members + " members, " + ofSource + " of the source");
    }
    this.marks = new long[members];
    this.ofSource = ofSource;
    this.count = count;
  }

  /** Puts a member of the source into the half, or draws one of the other side. */
  public void mark(int grouping, int member) {
    marks[member] |= 1L << grouping;
  }

  /** Whether a member of the source is in the half, or one of the other side is drawn. */
  public boolean marked(int grouping, int member) {
    return (marks[member] >>> grouping & 1) == 1;
  }

  /** All marks of a member, the first grouping's lowest. */
  long marks(int member) {
    return marks[member];
  }

  /** The number of members. */
  public int members() {
    return marks.length;
  }

  /** How many of the members, the first ones, are the source's. */
  public int ofSource() {
    return ofSource;
  }

  /** The number of groupings. */
  public int count() {
    return count;
  }

  /**
   * One distance in every grouping.
   *
   * @param noise between the half and the other half
   * @param value between the half and the draw
   */
  public record Distances(double[] noise, double[] value) {}
}
