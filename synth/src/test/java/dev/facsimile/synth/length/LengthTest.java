package dev.facsimile.synth.length;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LengthTest {

  private static LengthCounts counts(int... tokens) {
    LengthCounts counts = new LengthCounts();
    Arrays.stream(tokens).forEach(counts::add);
    return counts;
  }

  private static void add(LengthCounts counts, int tokens, int times) {
    for (int i = 0; i < times; i++) {
      counts.add(tokens);
    }
  }

  @Test
  void shortLengthsAreKeptExactly() {
    assertEquals(
        List.of(new Segment(0, 0, 1), new Segment(7, 7, 2), new Segment(255, 255, 1)),
        MarginalFit.of(counts(7, 0, 255, 7)).segments());
  }

  @Test
  void longLengthsShareBinsOfUnderOnePercent() {
    assertEquals(
        List.of(new Segment(1024, 1031, 2), new Segment(70_144, 70_400, 2)),
        MarginalFit.of(counts(1024, 1030, 70_150, 70_400)).segments());
  }

  @Test
  void aTemplatesLengthAmongOthersIsASegmentOfItsOwn() {
    LengthCounts counts = new LengthCounts();
    for (int tokens = 1000; tokens < 1100; tokens++) {
      add(counts, tokens, 3);
    }
    add(counts, 1050, 400);
    assertTrue(MarginalFit.of(counts).segments().contains(new Segment(1050, 1050, 403)));
  }

  @Test
  void theCapOfAContextIsNotExceeded() {
    LengthCounts counts = new LengthCounts();
    add(counts, 4097, 100);
    add(counts, 3000, 100);
    Quantiles quantiles = new Quantiles(MarginalFit.of(counts));
    assertEquals(4097, quantiles.at(1 - 1e-12));
    assertEquals(4097, quantiles.at(0.5));
  }

  @Test
  void ranksAndQuantilesAreInverse() {
    Quantiles quantiles =
        new Quantiles(new Marginal(List.of(new Segment(3, 3, 30), new Segment(10, 19, 70))));
    assertEquals(0.3, quantiles.upTo(3), 1e-12);
    assertEquals(0.3, quantiles.below(10), 1e-12);
    assertEquals(0.37, quantiles.upTo(10), 1e-12);
    assertEquals(0.15, quantiles.rank(3, 0.5), 1e-12);
    for (int tokens : new int[] {3, 10, 14, 19}) {
      assertEquals(tokens, quantiles.at(quantiles.rank(tokens, 0.5)));
    }
  }

  @Test
  void theCurveVisitsEveryCellOnceAndGoesFromNeighbourToNeighbour() {
    int size = 16;
    boolean[] seen = new boolean[size * size];
    for (int i = 0; i < size * size; i++) {
      int cell = HilbertCurve.cell(size, i);
      assertTrue(!seen[cell]);
      seen[cell] = true;
      if (i > 0) {
        int before = HilbertCurve.cell(size, i - 1);
        int steps = Math.abs(cell / size - before / size) + Math.abs(cell % size - before % size);
        assertEquals(1, steps);
      }
    }
  }

  private static CheckerboardFit fit(int rows) {
    return new CheckerboardFit(
        rows, CheckerboardFit.ends(rows, new TimeSteps()), new SeededStreams(1).stream("cells"));
  }

  @Test
  void fewRowsGiveACoarseCopula() {
    assertEquals(64, fit(64 * 64).told().copula().size());
    assertEquals(32, fit(64 * 64 - 1).told().copula().size());
    assertEquals(1, fit(1).told().copula().size());
  }

  @Test
  void drawnPairsHaveTheCellsSharesToWithinOneRow() {
    Marginal even = new Marginal(List.of(new Segment(0, 99, 100)));
    Checkerboard copula = new Checkerboard(List.of(List.of(10L, 40L), List.of(40L, 10L)));
    LengthSampler.Pairs pairs =
        new LengthSampler(new LengthModel(even, even, copula, List.of()))
            .draw(1000, 0.25, OptionalInt.empty(), new SeededStreams(3).stream("test"));
    int both = 0;
    int inputs = 0;
    for (int i = 0; i < 1000; i++) {
      inputs += pairs.input()[i] < 50 ? 1 : 0;
      both += pairs.input()[i] < 50 && pairs.output()[i] < 50 ? 1 : 0;
    }
    // Independent draws would spread by ±9; systematic ones by one row at the edge of a cell.
    assertEquals(500, inputs, 1);
    assertEquals(100, both, 2);
  }

  @Test
  void aMarginalRefusesOverlap() {
    List<Segment> overlapping = List.of(new Segment(1, 5, 1), new Segment(5, 6, 1));
    assertThrows(IllegalArgumentException.class, () -> new Marginal(overlapping));
  }
}
