package dev.facsimile.analyze.statistic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class BoostedTreesTest {

  @Test
  void theAreaIsTheShareOfPairsInTheRightOrderTiesHalf() {
    // Pairs (3, 1), (3, 3), (-2, 1), (-2, 3): right, tie, wrong, wrong.
    assertEquals(
        1.5 / 4,
        RankArea.of(new double[] {3, -2, 1, 3}, new boolean[] {true, true, false, false}),
        1e-12);
  }

  @Test
  void whatOnlyTwoFeaturesTogetherTellIsLearned() {
    UniformRandomProvider random = new SeededStreams(2).stream("test trees");
    int rows = 4000;
    double[] x = random.doubles(rows).toArray();
    double[] y = random.doubles(rows).toArray();
    boolean[] positive = new boolean[rows];
    boolean[] use = new boolean[rows];
    for (int row = 0; row < rows; row++) {
      // Along the diagonal of the square there are only positives: each feature alone tells
      // nothing.
      positive[row] = Math.abs(x[row] - y[row]) < 0.25;
      use[row] = row % 2 == 0;
    }
    byte[][] binned = {BoostedTrees.binned(x), BoostedTrees.binned(y)};

    BoostedTrees trees = BoostedTrees.learn(binned, positive, use, 60);

    double[] scores = new double[rows / 2];
    boolean[] held = new boolean[rows / 2];
    for (int row = 1; row < rows; row += 2) {
      scores[row / 2] = trees.score(binned, row);
      held[row / 2] = positive[row];
    }
    assertTrue(RankArea.of(scores, held) > 0.95, "AUC " + RankArea.of(scores, held));
  }

  @Test
  void aRowThatCountsTwiceIsAsTwoRows() {
    byte[][] once = {{0, 5, 9, 9}};
    byte[][] each = {{0, 0, 5, 9, 9, 9}};

    BoostedTrees weighted =
        BoostedTrees.learn(
            once, new boolean[] {true, false, false, true}, new int[] {2, 1, 2, 1}, 10);
    BoostedTrees single =
        BoostedTrees.learn(
            each,
            new boolean[] {true, true, false, false, false, true},
            new boolean[] {true, true, true, true, true, true},
            10);

    for (int row = 0; row < once[0].length; row++) {
      assertEquals(single.score(once, row), weighted.score(once, row), 1e-12);
    }
    assertTrue(weighted.score(once, 0) > weighted.score(once, 1));
  }

  @Test
  void equalValuesShareABin() {
    byte[] bins = BoostedTrees.binned(new double[] {1, 1, 1, 1, 2, 2, 3, 1});

    assertEquals(
        1, Arrays.asList(bins[0], bins[1], bins[2], bins[3], bins[7]).stream().distinct().count());
    assertTrue(bins[4] > bins[0] && bins[6] > bins[4]);
  }
}
