package dev.facsimile.synth.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassDifferenceTest {
  private static final Checkerboard DIAGONAL =
      new Checkerboard(List.of(List.of(5L, 0L), List.of(0L, 5L)));

  @Test
  void marginalsDifferByTheLargestGapOfTheirDistributionFunctions() {
    Marginal all = new Marginal(List.of(new Segment(0, 9, 100)));
    Marginal low = new Marginal(List.of(new Segment(0, 4, 80), new Segment(5, 9, 20)));
    assertEquals(0.3, ClassDifference.distance(all, low), 1e-12);
    assertEquals(0, ClassDifference.distance(low, low), 1e-12);
  }

  @Test
  void copulasDifferByTheShareOfRequestsThatWouldHaveToMove() {
    Checkerboard even = new Checkerboard(List.of(List.of(1L, 1L), List.of(1L, 1L)));
    assertEquals(0.5, ClassDifference.distance(DIAGONAL, even), 1e-12);
  }

  @Test
  void copulasOfTwoSizesAreComparedOnTheCoarserBoard() {
    Checkerboard fine =
        new Checkerboard(
            List.of(
                List.of(3L, 2L, 0L, 0L),
                List.of(0L, 0L, 0L, 0L),
                List.of(0L, 0L, 1L, 1L),
                List.of(0L, 0L, 2L, 1L)));
    assertEquals(0, ClassDifference.distance(fine, DIAGONAL), 1e-12);
  }
}
