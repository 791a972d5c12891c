package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the tests: every defect exceeds 1.5 on its axis, and chance alone does not. */
class DefectsAreSeenTest {
  private static final double SEEN = 1.5;

  @Test
  void outputsGivenToOtherInputsAreSeenOnJointAndInformation() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    assertSeen(conv, Defects.outputsShuffled(conv), AxisId.JOINT);
    assertSeen(conv, Defects.outputsShuffled(conv), AxisId.INFORMATION);
    assertNotSeen(conv, Defects.outputsShuffled(conv), AxisId.MARGINALS);
  }

  @Test
  void outputsGivenToOtherClassesAreSeenOnClassJoint() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.outputsShuffled(mixed), AxisId.CLASS_JOINT);
  }

  @Test
  void poissonArrivalsAreSeenOnBurst() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    assertSeen(conv, Defects.poisson(conv), AxisId.BURST);
    assertSeen(conv, Defects.poisson(conv), AxisId.ENVELOPE);
    assertNotSeen(conv, Defects.poisson(conv), AxisId.JOINT);
  }

  @Test
  void gammaGapsOfTheSameVariationAreSeenOnBurst() throws IOException {
    List<Request> code = RealTraces.azureCode();

    assertSeen(code, Defects.gammaRenewal(code, 14.1), AxisId.BURST);
  }

  @Test
  void lengthsCutAtTheirP98AreSeenOnTails() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    assertSeen(conv, Defects.clipped(conv), AxisId.TAILS);
  }

  @Test
  void tenPercentNoiseOnInputsIsSeenOnMarginals() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    assertSeen(conv, Defects.noisyInputs(conv), AxisId.MARGINALS);
  }

  @Test
  void anotherClassMixIsSeenOnMix() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.moreOf(mixed, "code", 0.35), AxisId.MIX);
    assertNotSeen(mixed, Defects.moreOf(mixed, "code", 0.35), AxisId.CLASS_JOINT);
  }

  @Test
  void classesMovedInTimeAreSeenOnBurstOfTheClass() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.rowsShuffled(mixed), AxisId.BURST);
  }

  @Test
  void freshHalvesOfATraceAreNotToldApart() throws IOException {
    for (List<Request> requests : List.of(RealTraces.azureConv(), RealTraces.azureCode())) {
      for (long seed = 1; seed <= 3; seed++) {
        List<List<Request>> halves = Defects.halves(requests, seed);
        for (AxisId axis : FidelityAxes.ids()) {
          assertNotSeen(halves.get(0), halves.get(1), axis);
        }
      }
    }
  }

  private static void assertSeen(List<Request> source, List<Request> other, AxisId axis) {
    double ratio = judged(source, other, axis).noiseRatio();
    assertTrue(ratio > SEEN, () -> axis.word() + ": R " + ratio + " is not over " + SEEN);
  }

  private static void assertNotSeen(List<Request> source, List<Request> other, AxisId axis) {
    if (report(source, other, axis).axes().get(0) instanceof AxisResult.Judged judged) {
      assertTrue(
          judged.noiseRatio() <= Grade.A.mostNoiseRatio(),
          () -> axis.word() + ": R " + judged.noiseRatio());
    }
  }

  private static AxisResult.Judged judged(List<Request> source, List<Request> other, AxisId axis) {
    return (AxisResult.Judged) report(source, other, axis).axes().get(0);
  }

  private static FidelityReport report(List<Request> source, List<Request> other, AxisId axis) {
    return FidelityReport.of(Defects.side(source), Defects.side(other), Set.of(axis), 1);
  }
}
