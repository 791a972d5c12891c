package dev.facsimile.analyze.statistic;

/**
 * The area under the receiver operating characteristic: the probability that a random member of one
 * class scores higher than a random member of the other, ties counted as half (Hanley and McNeil,
 * 1982).
 */
public final class RankArea {
  private RankArea() {}

  /**
   * The area.
   *
   * @param scores in any order
   * @param positive which of them should be the higher ones; some, but not all
   */
  public static double of(double[] scores, boolean[] positive) {
    int[] keys = new int[scores.length];
    for (int i = 0; i < keys.length; i++) {
      int bits = Float.floatToIntBits((float) scores[i]);
      keys[i] = bits < 0 ? bits ^ 0x7fffffff : bits;
    }
    double[] ranks = Ranks.of(keys);
    double sum = 0;
    long positives = 0;
    for (int i = 0; i < ranks.length; i++) {
      if (positive[i]) {
        sum += ranks[i];
        positives++;
      }
    }
    double pairs = (double) positives * (ranks.length - positives);
    return (sum - positives * (positives + 1) / 2.0) / pairs;
  }
}
