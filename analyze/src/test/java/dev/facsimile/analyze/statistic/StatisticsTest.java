package dev.facsimile.analyze.statistic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.KolmogorovSmirnov;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void equalValuesShareTheMeanOfTheirRanks() {
    assertArrayEquals(new double[] {2.5, 1, 2.5, 4}, Ranks.of(new int[] {7, 3, 7, 9}));
  }

  @Test
  void spearmanIsTheCorrelationOfRanks() {
    int[] rising = {1, 2, 3, 4, 5};
    // Rank differences 1, 1, 1, 1, 0: 1 - 6 * 4 / (5 * 24) = 0.8
    assertEquals(0.8, Dependence.spearman(rising, new int[] {20, 10, 40, 30, 50}), 1e-12);
    assertEquals(-1, Dependence.spearman(rising, new int[] {9, 8, 7, 6, 1}), 1e-12);
    assertEquals(0, Dependence.spearman(rising, new int[] {4, 4, 4, 4, 4}), 1e-12);
  }

  @Test
  void mutualInformationOfACopyIsItsEntropyLessTheBias() {
    int[] x = new int[1600];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    // 16 full cells of 100: ln 16, and (16 - 16 - 16 + 1) / 3200 of bias.
    assertEquals(Math.log(16) + 15 / 3200.0, Dependence.mutualInformation(x, x), 1e-12);
  }

  @Test
  void mutualInformationSeesWhatCorrelationCannot() {
    UniformRandomProvider random = new SeededStreams(3).stream("hat");
    int[] x = new int[4000];
    int[] hat = new int[x.length];
    int[] independent = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextInt(1000);
      hat[i] = Math.abs(x[i] - 500);
      independent[i] = random.nextInt(1000);
    }
    // 0.05 is three standard deviations, 1 / sqrt(n), of a correlation that is truly 0.
    assertEquals(0, Dependence.spearman(x, hat), 0.05);
    // A bin of x goes to two of 16 bins of |x - 500|, ln 8, to three where they are not aligned.
    assertEquals(Math.log(8), Dependence.mutualInformation(x, hat), 0.3);
    // 15 * 15 / 2n = 0.03 is what an estimate without the bias correction would be off by.
    assertEquals(0, Dependence.mutualInformation(x, independent), 0.01);
  }

  @Test
  void kolmogorovSmirnovIsTheLargestGapOfTheDistributionFunctions() {
    // F is 1/4, 1/2, 3/4, 1 at 1, 2, 3, 4; G is 1/2 from 2 and 1 from 5: largest at 4, 1/2.
    assertEquals(
        0.5, KolmogorovSmirnov.distance(new int[] {4, 1, 3, 2}, new int[] {2, 5, 2, 5}), 1e-12);
    assertEquals(1, KolmogorovSmirnov.distance(new int[] {1, 2}, new int[] {3}), 1e-12);
  }

  @Test
  void groupsOfAPoolAreAsFarApartAsSamples() {
    int[] pool = {4, 2, 1, 5, 3, 99, 2, 2, 5};
    int[] order = {0, 2, 4, 6, 5, 1, 3, 7, 8};
    int[] ofMembers = IntStream.of(order).map(i -> pool[i]).toArray();
    // 4, 1, 3, 2 are the half, 99 the other half, 2, 5, 2, 5 are drawn.
    Groupings groupings = new Groupings(9, 5, 2);
    for (int member : new int[] {0, 1, 2, 3, 5, 6, 7, 8}) {
      groupings.mark(1, member);
    }

    Groupings.Distances distances =
        new SortedPool(ofMembers, IntStream.range(0, 9).toArray()).distances(groupings);

    assertEquals(0.5, distances.value()[1], 1e-12);
    assertEquals(1, distances.noise()[1], 1e-12);
  }

  @Test
  void countsOfManyMembersAreExactInEveryGrouping() {
    // More than a byte counts, on both sides.
    Groupings groupings = new Groupings(2000, 1000, Groupings.MOST);
    int[] marks = new int[2000];
    for (int member = 0; member < 2000; member++) {
      marks[member] = member % 2;
      for (int grouping = 0; grouping < Groupings.MOST; grouping++) {
        if (member % (grouping + 2) == 0) {
          groupings.mark(grouping, member);
        }
      }
    }

    Groupings.Distances distances = new MarkedShare(marks).distances(groupings);

    for (int grouping = 0; grouping < Groupings.MOST; grouping++) {
      int every = grouping + 2;
      double half = oddAmongMultiples(every, 0, 1000) / multiples(every, 0, 1000);
      double otherHalf =
          (500 - oddAmongMultiples(every, 0, 1000)) / (1000 - multiples(every, 0, 1000));
      double drawn = oddAmongMultiples(every, 1000, 2000) / multiples(every, 1000, 2000);
      assertEquals(Math.abs(half - otherHalf), distances.noise()[grouping], 1e-12);
      assertEquals(Math.abs(half - drawn), distances.value()[grouping], 1e-12);
    }
  }

  private static double multiples(int every, int from, int to) {
    return IntStream.range(from, to).filter(i -> i % every == 0).count();
  }

  private static double oddAmongMultiples(int every, int from, int to) {
    return IntStream.range(from, to).filter(i -> i % every == 0 && i % 2 == 1).count();
  }

  @Test
  void tiedValuesMoveTheDistributionFunctionAtOnce() {
    assertEquals(
        0, KolmogorovSmirnov.distance(new int[] {5, 5, 5}, new int[] {5, 5, 5, 5, 5}), 1e-12);
  }

  @Test
  void energyDistanceOfTwoPointsIsTwiceTheirDistance() {
    // 2 * |(0,0) - (3,4)| = 10, and either point is 0 from itself.
    assertEquals(10, distance(new double[] {0, 3}, new double[] {0, 4}, 0, 1), 0.01);
  }

  @Test
  void energyDistanceIsThatOfAllPairs() {
    // First group (0,0) and (2,0), second (0,0) and (0,2):
    // 2 * mean(0, 2, 2, sqrt 8) - mean(0, 2, 2, 0) - mean(0, 2, 2, 0) = 1.414
    double expected = 2 * (0 + 2 + 2 + Math.sqrt(8)) / 4 - 1 - 1;
    // 0.2 %: what 48 directions are within of all of them.
    assertEquals(
        expected,
        distance(new double[] {0, 2, 0, 0}, new double[] {0, 0, 0, 2}, 0, 0, 1, 1),
        0.002 * expected);
  }

  @Test
  void energyDistanceOfEqualGroupsIsNothing() {
    assertEquals(
        0, distance(new double[] {1, 4, 1, 4}, new double[] {2, 2, 2, 2}, 0, 0, 1, 1), 1e-9);
    assertEquals(0, distance(new double[] {1, 1}, new double[] {1, 1}, 0, 1), 1e-9);
  }

  @Test
  void pointsOfNeitherGroupDoNotCount() {
    assertEquals(10, distance(new double[] {0, 100, 3}, new double[] {0, 9, 4}, 0, 2, 1), 0.01);
  }

  /** Between the points of group 0, which come first, and those of group 1; 2 is neither. */
  private static double distance(double[] x, double[] y, int... groups) {
    int ofSource = (int) IntStream.of(groups).takeWhile(group -> group == 0).count();
    Groupings groupings = new Groupings(groups.length, ofSource, 1);
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] < 2) {
        groupings.mark(0, i);
      }
    }
    return new SlicedEnergyDistance(x, y).distances(groupings).value()[0];
  }
}
