package dev.facsimile.synth.arrival;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.random.SeededStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CascadeTest {
  private static final int DRAWS = 40_000;
  private static final long SECOND = 1_000_000_000L;

  private final UniformRandomProvider random = new SeededStreams(1).stream("test");

  private record Moments(double mean, double variance) {
    static Moments of(IntSupplier draw) {
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < DRAWS; i++) {
        double value = draw.getAsInt();
        sum += value;
        squares += value * value;
      }
      double mean = sum / DRAWS;
      return new Moments(mean, squares / DRAWS - mean * mean);
    }
  }

  @Test
  void countsOfAWindowArePoisson() {
    Moments moments = Moments.of(() -> CascadeProcess.poisson(37.5, random));
    // Four standard errors: 4·√(37.5 / 40,000) = 0.12 and about 4·√(2 / 40,000) = 2.8 %.
    assertEquals(37.5, moments.mean(), 0.12);
    assertEquals(37.5, moments.variance(), 0.028 * 37.5);
  }

  @Test
  void anUrnSplitsAsBetaBinomial() {
    double rho = 0.2;
    int n = 50;
    Moments moments = Moments.of(() -> WindowSplits.urn(n, 0.3, rho, random));
    double variance = n * 0.3 * 0.7 * (1 + (n - 1) * rho);
    // Four standard errors of the mean, and 3 % for the variance of a flat-topped distribution.
    assertEquals(n * 0.3, moments.mean(), 4 * Math.sqrt(variance / DRAWS));
    assertEquals(variance, moments.variance(), 0.03 * variance);
  }

  @Test
  void withoutClusteringAnUrnIsAFairCoinAndWithFullClusteringAllOrNone() {
    Moments coin = Moments.of(() -> WindowSplits.urn(40, 0.5, 0, random));
    assertEquals(10, coin.variance(), 0.3);
    for (int i = 0; i < 100; i++) {
      int left = WindowSplits.urn(40, 0.5, 1, random);
      assertTrue(left == 0 || left == 40);
    }
  }

  @Test
  void anEnvelopeKeepsTheTotalAndTheDirectionOfEveryDeviation() {
    double[] counts = {100, 300, 250, 150, 90};
    double[] envelope = Envelope.of(counts, new double[] {1, 1, 1, 1, 0.5}, 1);
    assertEquals(890, Arrays.stream(envelope).sum(), 1e-9);
    double left = envelope[0] / (envelope[0] + envelope[1]);
    double right = envelope[2] / (envelope[2] + envelope[3]);
    assertTrue(left > 0.25 && left < 0.3, "a quarter, shrunk a little towards a half");
    assertTrue(right < 0.625 && right > 0.6, "five eighths, likewise");
  }

  @Test
  void countsAsEvenAsAPoissonProcessLeaveAFlatEnvelope() {
    double[] envelope = Envelope.of(new double[] {100, 104, 98, 102}, new double[] {1, 1, 1, 1}, 1);
    assertArrayEquals(new double[] {101, 101, 101, 101}, envelope, 1e-9);
  }

  @Test
  void poissonArrivalsAreFittedWithoutClusters() {
    CascadeFit fit = new CascadeFit(TimeGrid.of(OptionalLong.empty(), 64 * SECOND));
    long end = 64 * 200 * SECOND;
    double time = 0;
    while (time < end - SECOND) {
      fit.add((long) time);
      time += -Math.log(1 - random.nextDouble()) * SECOND / 5;
    }
    for (Cascade.Level level : fit.cascade(end, 1).levels()) {
      // A level's rho has a standard error of about √(2 / windows) / N, at most 0.011.
      assertEquals(0, level.rho(), 0.03);
    }
  }

  @Test
  void anUrnOfNegativeRhoSplitsAsHypergeometric() {
    int n = 50;
    double rho = -0.01;
    Moments moments = Moments.of(() -> WindowSplits.urn(n, 0.5, rho, random));
    double variance = n * 0.25 * (1 + (n - 1) * rho);
    // Four standard errors of the mean, and 3 % for the variance.
    assertEquals(25, moments.mean(), 4 * Math.sqrt(variance / DRAWS));
    assertEquals(variance, moments.variance(), 0.03 * variance);
    for (int i = 0; i < 100; i++) {
      assertEquals(25, WindowSplits.urn(50, 0.5, -1.0 / 49, random), "halves as even as can be");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 1, 4})
  void aCountHasItsIndexOfDispersion(double dispersion) {
    Moments moments = Moments.of(() -> CascadeProcess.dispersed(37.5, dispersion, random));
    // Four standard errors of the mean; 5 % for the variance, and at most 0.25 for the whole
    // number.
    double variance = 37.5 * dispersion;
    assertEquals(37.5, moments.mean(), 4 * Math.sqrt((variance + 0.25) / DRAWS));
    assertEquals(variance + 0.125, moments.variance(), 0.05 * variance + 0.13);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 0.5})
  void arrivalsMoreEvenThanAPoissonProcessComeBackAsEven(double rateScale) {
    // Gaps are sums of four exponential ones: over many of them the index of dispersion is 1/4.
    long end = 64 * 200 * SECOND;
    TimeGrid grid = TimeGrid.of(OptionalLong.empty(), end);
    CascadeFit fit = new CascadeFit(grid);
    double time = 0;
    while (time < end - SECOND) {
      fit.add((long) time);
      for (int i = 0; i < 4; i++) {
        time += -Math.log(1 - random.nextDouble()) * SECOND / 20;
      }
    }
    CascadeProcess process = new CascadeProcess(fit.cascade(end, 1), grid, end, rateScale);
    int[] counts = new int[200 * 8];
    for (int window = 0; window < 200; window++) {
      int count = process.count(window, end, random);
      CascadeProcess.Counts root = new CascadeProcess.Counts(count, count, count);
      for (long arrival : process.arrivals(window, root, end, random)) {
        counts[(int) (arrival / (8 * SECOND))]++;
      }
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).mapToDouble(n -> (n - mean) * (n - mean)).sum() / counts.length;
    assertEquals(40 * rateScale, mean, 0.5);
    // Copies laid over each other keep the index, leaving out half of the sessions halves its
    // distance to 1. A standard error of 3.5 % for 1,600 windows, twice, and as much for the fit.
    double index = 1 - 0.75 * Math.min(1, rateScale);
    assertEquals(index, variance / mean, 0.15 * index + 0.02);
  }

  @Test
  void howWindowsSplitIsToldWithTheCountBehindIt() {
    CascadeFit fit = new CascadeFit(TimeGrid.fine(OptionalLong.empty(), 640 * SECOND));
    // Twelve arrivals minutes apart, two of them within a hundredth of a second.
    for (int i = 0; i < 11; i++) {
      fit.add((5 + i * 60) * SECOND);
    }
    fit.add(605 * SECOND + SECOND / 100);
    List<Cascade.Level> told = fit.cascade(640 * SECOND, 11).levels();

    assertTrue(fit.cascade(640 * SECOND, 1).levels().stream().anyMatch(l -> l.rho() == 1));
    assertTrue(told.stream().allMatch(level -> level.rho() == 0 && level.lean() == 0));
  }

  @Test
  void aFitHoldsNothingOfMillisecondsWithoutArrivals() throws IOException {
    CascadeFit fit = new CascadeFit(TimeGrid.fine(OptionalLong.empty(), 3_600 * SECOND));
    fit.add(0);
    fit.add(3_599 * SECOND);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(fit);
    }
    assertTrue(bytes.size() < 100_000, "held as " + bytes.size() + " bytes");
  }

  @Test
  void aConstantRateComesBackAtItsGaps() {
    long end = 64 * 40 * SECOND;
    TimeGrid grid = TimeGrid.of(OptionalLong.empty(), end);
    CascadeFit fit = new CascadeFit(grid);
    // Every 2 s, a tenth of a second early or late.
    for (long at = SECOND; at < end; at += 2 * SECOND) {
      fit.add(at + random.nextLong(SECOND / 5) - SECOND / 10);
    }
    Cascade cascade = fit.cascade(end, 1);
    assertTrue(cascade.spacing().isPresent());
    CascadeProcess process = new CascadeProcess(cascade, grid, end, 1);
    assertEquals(32, process.count(5, end, random));
    long[] arrivals = process.arrivals(5, new CascadeProcess.Counts(32, 32, 32), end, random);
    for (int i = 1; i < arrivals.length; i++) {
      assertEquals(2, (arrivals[i] - arrivals[i - 1]) / (double) SECOND, 0.3);
    }
    CascadeProcess half = new CascadeProcess(cascade, grid, end, 0.5);
    long[] kept = half.arrivals(5, new CascadeProcess.Counts(16, 16, 16), end, random);
    for (int i = 1; i < kept.length; i++) {
      double gap = (kept[i] - kept[i - 1]) / (double) SECOND;
      assertEquals(0, Math.IEEEremainder(gap, 2), 0.5, "whole multiples of the gap");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 9, 10, 500, 996, 1_000})
  void gapsOfStretchesMergeIntoThoseOfTheWhole(int cut) {
    SpacingFit whole = new SpacingFit();
    SpacingFit before = new SpacingFit();
    SpacingFit behind = new SpacingFit();
    long time = 0;
    for (int i = 0; i < 1_000; i++) {
      time += SECOND + random.nextLong(SECOND / 2);
      whole.add(time);
      (i < cut ? before : behind).add(time);
    }
    before.merge(behind);
    assertTrue(whole.regular() && before.regular());
    assertEquals(whole.gaps(), before.gaps());
  }

  @Test
  void gapsOfAPoissonProcessAreNotRegular() {
    SpacingFit fit = new SpacingFit();
    double time = 0;
    for (int i = 0; i < 2_000; i++) {
      fit.add((long) time);
      time += -Math.log(1 - random.nextDouble()) * SECOND;
    }
    assertFalse(fit.regular());
  }

  @Test
  void aRisingRateMakesWindowsLeanTowardsTheFullerNeighbour() {
    // Counts of 2, 4, 6, … 200 in halves of 1 s: the left half is always the smaller one.
    long[] halves = new long[100];
    for (int i = 0; i < halves.length; i++) {
      halves[i] = 2 * i + 2;
    }
    long[] active = new long[halves.length];
    Arrays.fill(active, 1);
    Cascade.Level level = LevelFit.of(new Halves(halves, active), halves.length / 2, SECOND, 1);
    // Here L - N/2 = -1 and N · (B - A) / (B + N + A) = -16/3, in every window.
    assertEquals(0.1875, level.lean(), 1e-5);
    assertTrue(level.rho() < 0, "no chance is left once the rise is known");
    assertTrue(level.left(0.5, 40, 60, 80) < 0.5 && level.left(0.5, 80, 60, 40) > 0.5);
  }

  @Test
  void clustersInsideOneSecondAreRedrawnAsClusters() {
    TimeGrid grid = new TimeGrid(64 * SECOND, 6, OptionalLong.empty());
    CascadeFit fit = new CascadeFit(grid);
    for (long second = 0; second < 640; second++) {
      for (int i = 0; i < 5; i++) {
        fit.add(second * SECOND + 200_000_000 + i * 1_000_000);
      }
    }
    Cascade cascade = fit.cascade(640 * SECOND, 1);
    CascadeProcess process = new CascadeProcess(cascade, grid, 640 * SECOND, 1);
    for (long arrival :
        process.arrivals(3, new CascadeProcess.Counts(320, 320, 320), 640 * SECOND, random)) {
      long within = arrival % SECOND;
      assertTrue(within >= 200_000_000 && within <= 205_000_000, () -> "at " + within);
      assertTrue(arrival >= 3 * 64 * SECOND && arrival < 4 * 64 * SECOND);
    }
  }

  @Test
  void windowsOfAMinuteAreHalvedDownToASecondOrToTheLattice() {
    assertEquals(64 * SECOND, TimeGrid.of(OptionalLong.empty(), 6400 * SECOND).rootNanos());
    assertEquals(SECOND, TimeGrid.of(OptionalLong.empty(), 6400 * SECOND).cellNanos());
    TimeGrid coarse = TimeGrid.of(OptionalLong.of(3 * SECOND), 100 * SECOND);
    assertEquals(48 * SECOND, coarse.rootNanos());
    assertEquals(3 * SECOND, coarse.cellNanos());
    TimeGrid fitting = TimeGrid.of(OptionalLong.of(10_000_000), 3300 * SECOND);
    assertEquals(52, fitting.windows(3300 * SECOND), "whole windows fill the duration");
    assertTrue(fitting.lastShare(3300 * SECOND) > 0.999);
  }

  @Test
  void aShortSourceHasShorterWindowsButNoneOfLessThanAQuarterMinute() {
    assertEquals(32, TimeGrid.of(OptionalLong.empty(), 1_400 * SECOND).windows(1_400 * SECOND));
    assertEquals(18, TimeGrid.of(OptionalLong.empty(), 300 * SECOND).windows(300 * SECOND));
    assertEquals(1, TimeGrid.of(OptionalLong.empty(), 20 * SECOND).windows(20 * SECOND));
  }

  @Test
  void aLongerWorkloadGoesThroughTheWholeWindowsOfTheEnvelopeAgain() {
    TimeGrid grid = new TimeGrid(64 * SECOND, 6, OptionalLong.empty());
    long source = 150 * SECOND;
    Cascade cascade =
        new Cascade(List.of(10.0, 20.0, 30.0), List.of(), List.of(), Collections.emptySortedMap());
    CascadeProcess process = new CascadeProcess(cascade, grid, source, 1);
    assertEquals(30, process.expected(2, source));
    assertEquals(10, process.expected(2, 2 * source));
    assertEquals(20, process.expected(3, 2 * source));
  }
}
