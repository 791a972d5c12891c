package dev.facsimile.synth.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedMarginalTest {

  @Test
  void aCapThatManyReachStaysOneWhereFewAreBeyondIt() {
    Marginal shared =
        SharedMarginal.of(
            marginal(new Segment(7_000, 7_435, 50), at(7_436, 97), at(7_437, 10)), 11);

    assertEquals(
        List.of(new Segment(7_000, 7_435, 50), at(7_436, 96), new Segment(7_437, 7_679, 11)),
        shared.segments());
  }

  @Test
  void aTemplateThatManyHaveStaysOneWhereFewAreBelowIt() {
    Marginal shared = SharedMarginal.of(marginal(at(90, 1), at(100, 200), at(101, 300)), 11);

    assertEquals(at(100, 190), shared.segments().get(1));
    assertEquals(11, shared.segments().get(0).count());
    assertTrue(shared.segments().get(0).high() < 100);
  }

  @Test
  void oneRequestBetweenAtomsIsToldToLieAnywhereBetweenThem() {
    Marginal shared = SharedMarginal.of(marginal(at(7_436, 97), at(8_000, 1), at(9_000, 200)), 11);

    assertEquals(
        List.of(at(7_436, 87), new Segment(7_437, 8_999, 11), at(9_000, 200)), shared.segments());
    assertEquals(
        new Segment(88, 99, 11),
        SharedMarginal.of(marginal(at(90, 1), at(100, 200)), 11).segments().get(0));
  }

  @Test
  void whatIsLeftBesideASmallSegmentIsJoinedWithIt() {
    Marginal shared = SharedMarginal.of(marginal(at(100, 300), at(200, 20), at(210, 3)), 11);

    assertEquals(List.of(at(100, 300), new Segment(192, 223, 23)), shared.segments());
  }

  private static Marginal marginal(Segment... segments) {
    return new Marginal(List.of(segments));
  }

  private static Segment at(int tokens, long count) {
    return new Segment(tokens, tokens, count);
  }
}
