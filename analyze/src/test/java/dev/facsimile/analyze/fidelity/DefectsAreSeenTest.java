package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
  void outputsShuffledWithinTheirClassAreSeenOnClassJointAndDrift() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> shuffled = Defects.outputsShuffledWithinClass(mixed);

    assertSeen(mixed, shuffled, AxisId.CLASS_JOINT);
    assertSeen(mixed, shuffled, AxisId.DRIFT);
  }

  @Test
  void outputsGivenToOtherClassesAreSeenOnClassJoint() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.outputsShuffled(mixed), AxisId.CLASS_JOINT);
  }

  @Test
  void aGaussianCopulaIsSeenOnJointAndClassJoint() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> copula = Defects.gaussianCopula(mixed);

    assertSeen(mixed, copula, AxisId.JOINT);
    assertSeen(mixed, copula, AxisId.CLASS_JOINT);
  }

  @Test
  void poissonArrivalsAreSeenOnBurstAndFineTiming() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> code = RealTraces.azureCode();

    assertSeen(mixed, Defects.byClass(mixed, Defects::poisson), AxisId.BURST);
    assertSeen(code, Defects.poisson(code), AxisId.FINE_TIMING);
    assertNotSeen(mixed, Defects.byClass(mixed, Defects::poisson), AxisId.JOINT);
  }

  @Test
  void gammaGapsOfTheSameVariationAreSeenOnBurstAndFineTiming() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> gamma = Defects.byClass(mixed, Defects::gammaRenewal);

    assertSeen(mixed, gamma, AxisId.BURST);
    assertSeen(mixed, gamma, AxisId.FINE_TIMING);
  }

  @Test
  void lengthsCutAtTheirP98AreSeenOnTails() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.clipped(mixed), AxisId.TAILS);
  }

  @Test
  void theLargestOnePercentLeftOutIsSeenOnTails() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.withoutLargest(mixed), AxisId.TAILS);
  }

  @Test
  void tenPercentNoiseOnInputsIsSeenOnMarginalsAndTails() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.noisyInputs(mixed), AxisId.MARGINALS);
    assertSeen(mixed, Defects.noisyInputs(mixed), AxisId.TAILS);
  }

  @Test
  void anotherClassMixIsSeenOnMix() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    assertSeen(mixed, Defects.moreOf(mixed, "code", 0.35), AxisId.MIX);
    assertNotSeen(mixed, Defects.moreOf(mixed, "code", 0.35), AxisId.CLASS_JOINT);
  }

  @Test
  void rowsShuffledInTimeAreSeenOnDriftAndOnBurstOfTheClass() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> conv = RealTraces.azureConv();

    assertSeen(mixed, Defects.rowsShuffled(mixed), AxisId.BURST);
    assertSeen(mixed, Defects.rowsShuffled(mixed), AxisId.DRIFT);
    assertSeen(conv, Defects.rowsShuffled(conv), AxisId.DRIFT);
    assertNotSeen(conv, Defects.rowsShuffled(conv), AxisId.JOINT);
  }

  @Test
  void timestampsCutToSecondsAreSeenOnFineTiming() throws IOException {
    List<Request> mixed = RealTraces.mixed();
    List<Request> code = RealTraces.azureCode();

    assertSeen(mixed, Defects.floored(mixed), AxisId.FINE_TIMING);
    assertSeen(code, Defects.floored(code), AxisId.FINE_TIMING);
  }

  @Test
  void noPrefixSharingIsSeenOnPrefixShape() throws IOException {
    List<Request> mooncake = RealTraces.mooncake();

    assertSeen(mooncake, Defects.withoutSharing(mooncake), AxisId.PREFIX_SHAPE);
    assertSeen(mooncake, Defects.withoutBlocks(mooncake), AxisId.PREFIX_SHAPE);
  }

  @Test
  void prefixesShuffledInTimeAreSeenOnPrefixShapeAndSessions() throws IOException {
    List<Request> mooncake = RealTraces.mooncakeSessions();

    assertSeen(mooncake, Defects.rowsShuffled(mooncake), AxisId.PREFIX_SHAPE);
    assertSeen(mooncake, Defects.rowsShuffled(mooncake), AxisId.SESSIONS);
  }

  @Test
  void brokenSessionsAreSeenOnSessions() throws IOException {
    List<Request> mooncake = RealTraces.mooncakeSessions();

    assertSeen(mooncake, Defects.sessionsBroken(mooncake), AxisId.SESSIONS);
  }

  @Test
  void aVerbatimCopyIsSeenOnMemorizationAndOnNothingElse() throws IOException {
    List<Request> mixed = RealTraces.mixed();

    FidelityReport report =
        FidelityReport.of(Defects.side(mixed), Defects.side(mixed), FidelityAxes.ids(), 1);

    assertEquals(Grade.F, report.grade().orElseThrow());
    for (AxisResult axis : report.axes()) {
      if (axis instanceof AxisResult.Judged judged && axis.id() != AxisId.MEMORIZATION) {
        assertEquals(Grade.A, judged.grade(), () -> axis.id().word());
      }
    }
  }

  @Test
  void freshHalvesOfATraceAreNotToldApart() throws IOException {
    for (List<Request> requests : List.of(RealTraces.mixed(), RealTraces.mooncakeSessions())) {
      for (long seed = 1; seed <= 2; seed++) {
        List<List<Request>> halves = Defects.sessionHalves(requests, seed);
        FidelityReport report =
            FidelityReport.of(
                Defects.side(halves.get(0)), Defects.side(halves.get(1)), FidelityAxes.ids(), 1);
        report.axes().forEach(DefectsAreSeenTest::assertNotSeen);
      }
    }
  }

  private static void assertSeen(List<Request> source, List<Request> other, AxisId axis) {
    double ratio = judged(source, other, axis).noiseRatio();
    assertTrue(ratio > SEEN, () -> axis.word() + ": R " + ratio + " is not over " + SEEN);
  }

  private static void assertNotSeen(List<Request> source, List<Request> other, AxisId axis) {
    assertNotSeen(report(source, other, axis).axes().get(0));
  }

  private static void assertNotSeen(AxisResult axis) {
    if (axis instanceof AxisResult.Judged judged) {
      assertTrue(
          judged.noiseRatio() <= Grade.A.mostNoiseRatio(),
          () -> axis.id().word() + ": R " + judged.noiseRatio());
    }
  }

  private static AxisResult.Judged judged(List<Request> source, List<Request> other, AxisId axis) {
    return (AxisResult.Judged) report(source, other, axis).axes().get(0);
  }

  private static FidelityReport report(List<Request> source, List<Request> other, AxisId axis) {
    return FidelityReport.of(Defects.side(source), Defects.side(other), Set.of(axis), 1);
  }
}
