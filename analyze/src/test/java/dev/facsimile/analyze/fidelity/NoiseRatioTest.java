package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.fidelity.NoiseRatio.Growth;
import dev.facsimile.analyze.fidelity.Splits.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoiseRatioTest {
  /** 0.01, 0.02, … 0.20: the 95th percentile is 0.19, the mean 0.105. */
  private static final double[] NOISE = upTo(0.2);

  @Test
  void theRatioIsTheMeanDistanceByThe95thPercentileOfTheNoise() {
    NoiseRatio ratio = NoiseRatio.of(List.of(measured(0.38)), Growth.LINEAR);

    assertEquals(2, ratio.ratio(), 1e-12);
  }

  @Test
  void nStarIsWhereTheSquaredDifferenceEqualsTheSquaredNoise() {
    double squaredNoise = 0.105 * 0.105;
    double expected = 1000 * squaredNoise / (0.38 * 0.38 - squaredNoise);

    NoiseRatio ratio = NoiseRatio.of(List.of(measured(0.38)), Growth.LINEAR);

    assertEquals(expected, ratio.nStar().orElseThrow(), 1e-9);
  }

  @Test
  void nStarOfASquaredDistanceIsThatOfTheDistanceItself() {
    NoiseRatio ratio = NoiseRatio.of(List.of(measured(0.38)), Growth.SQUARED);

    assertEquals(1000 * 0.105 / (0.38 - 0.105), ratio.nStar().orElseThrow(), 1e-9);
  }

  @Test
  void aDistanceBelowTheMeanNoiseShowsAtNoSize() {
    assertTrue(NoiseRatio.of(List.of(measured(0.1)), Growth.LINEAR).nStar().isEmpty());
  }

  @Test
  void lookingInMorePlacesDoesNotByItselfRaiseTheRatio() {
    double[] reversed = new double[NOISE.length];
    for (int i = 0; i < reversed.length; i++) {
      reversed[i] = NOISE[NOISE.length - 1 - i];
    }
    Measured one = new Measured(NOISE, NOISE, 1000);
    Measured two = new Measured(reversed, reversed, 1000);

    double alone = NoiseRatio.of(List.of(one), Growth.LINEAR).ratio();
    double both = NoiseRatio.of(List.of(one, two), Growth.LINEAR).ratio();

    // The mean of the larger of the two is 1.46 times the mean of one, its percentile 1.05 times.
    assertEquals(0.105 / 0.19, alone, 1e-12);
    assertEquals(0.155 / 0.20, both, 0.001);
    assertTrue(both < 1);
  }

  @Test
  void noiseIsNeverLessThanOneRequest() {
    Measured constant = new Measured(new double[20], filled(0.002), 1000);

    assertEquals(2, NoiseRatio.of(List.of(constant), Growth.LINEAR).ratio(), 1e-12);
  }

  @Test
  void gradesFollowTheirThresholds() {
    assertEquals(Grade.A, Grade.of(1.2));
    assertEquals(Grade.B, Grade.of(1.3));
    assertEquals(Grade.C, Grade.of(5));
    assertEquals(Grade.D, Grade.of(20));
    assertEquals(Grade.F, Grade.of(20.1));
  }

  private static Measured measured(double value) {
    return new Measured(NOISE, filled(value), 1000);
  }

  private static double[] filled(double value) {
    double[] values = new double[20];
    java.util.Arrays.fill(values, value);
    return values;
  }

  private static double[] upTo(double most) {
    double[] values = new double[20];
    for (int i = 0; i < values.length; i++) {
      values[i] = most * (i + 1) / values.length;
    }
    return values;
  }
}
