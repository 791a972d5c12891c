package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

class GapAtomsTest {
  private static final long MILLISECOND = 1_000_000;
  private static final int ROWS = 6_000;

  @Test
  void aGapNearOneThatManyHaveIsTakenAsThatOne() {
    GapAtoms atoms = GapAtoms.of(equalTo(10 * MILLISECOND, 60 * MILLISECOND));

    assertEquals(10 * MILLISECOND, atoms.taken(10 * MILLISECOND + 99_000));
    assertEquals(10 * MILLISECOND, atoms.taken(10 * MILLISECOND - 99_000));
    assertEquals(60 * MILLISECOND, atoms.taken(60 * MILLISECOND + 400_000));
    assertEquals(10_101_000, atoms.taken(10_101_000));
    assertEquals(30 * MILLISECOND, atoms.taken(30 * MILLISECOND));
  }

  @Test
  void gapsBelowAMicrosecondAreOneWhereManyAre() {
    GapAtoms atoms = GapAtoms.of(equalTo(0, 10 * MILLISECOND));

    assertEquals(0, atoms.taken(700));
    assertEquals(1_100, atoms.taken(1_100));
  }

  @Test
  void aGreaterGapIsNeverTakenAsASmallerOne() {
    GapAtoms atoms = GapAtoms.of(equalTo(10_000_000, 10_150_000, 10_300_000));
    long before = 0;
    for (long gap = 9_800_000; gap < 10_600_000; gap += 1_000) {
      assertTrue(atoms.taken(gap) >= before, "at " + gap);
      before = atoms.taken(gap);
    }
  }

  @Test
  void gapsAtRandomHaveNoAtoms() {
    UniformRandomProvider random = new SeededStreams(1).stream("gaps");
    ZigguratSampler.Exponential exponential = ZigguratSampler.Exponential.of(random, 1e7);

    long[] gaps = exponential.samples(20_000).mapToLong(x -> (long) x).toArray();

    GapAtoms atoms = GapAtoms.of(gaps);

    assertArrayEquals(gaps, LongStream.of(gaps).map(atoms::taken).toArray());
  }

  @Test
  void aConstantRateAThousandthOffIsTheSameOnFineTimingAndDetectability() {
    UniformRandomProvider random = new SeededStreams(2).stream("jitter");
    List<Request> source = requests(i -> i * 10 * MILLISECOND);
    List<Request> other = requests(i -> i * 10 * MILLISECOND + random.nextInt(10_000));

    assertEquals(Grade.A, grade(source, other, AxisId.FINE_TIMING));
    assertEquals(Grade.A, grade(source, other, AxisId.DETECTABILITY));
  }

  @Test
  void whatIsNotAConstantRateIsSeenBesideOne() {
    UniformRandomProvider random = new SeededStreams(3).stream("jitter");
    List<Request> source = requests(i -> i * 10 * MILLISECOND);

    // A tenth of a gap, and a Poisson process.
    List<Request> jittered = requests(i -> i * 10 * MILLISECOND + random.nextInt(1_000_000));
    assertTrue(grade(source, jittered, AxisId.FINE_TIMING).compareTo(Grade.C) >= 0);
    assertEquals(Grade.F, grade(source, Defects.poisson(source), AxisId.FINE_TIMING));
    assertTrue(grade(source, jittered, AxisId.DETECTABILITY).compareTo(Grade.C) >= 0);
    assertTrue(
        grade(source, Defects.poisson(source), AxisId.DETECTABILITY).compareTo(Grade.C) >= 0);
  }

  private static long[] equalTo(long... gaps) {
    return LongStream.of(gaps).flatMap(gap -> LongStream.generate(() -> gap).limit(100)).toArray();
  }

  private static List<Request> requests(IntToLongFunction arrival) {
    UniformRandomProvider random = new SeededStreams(5).stream("lengths");
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int input = 100 + random.nextInt(900);
      requests.add(Request.of("r" + i, arrival.applyAsLong(i), input, 10 + random.nextInt(90)));
    }
    return requests;
  }

  private static Grade grade(List<Request> source, List<Request> other, AxisId axis) {
    FidelityReport report =
        FidelityReport.of(Defects.side(source), Defects.side(other), Set.of(axis), 1);
    return ((AxisResult.Judged) report.axes().get(0)).grade();
  }
}
