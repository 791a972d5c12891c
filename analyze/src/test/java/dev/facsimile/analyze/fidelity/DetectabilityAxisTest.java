package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetectabilityAxisTest {

  @Test
  void aVerbatimCopyCannotBeToldFromItsSource() throws IOException {
    List<Request> code = RealTraces.azureCode();

    assertEquals(0, judged(code, code).noiseRatio());
  }

  @Test
  void requestsRepeatedOnOneSideDoNotGiveThemselvesAway() throws IOException {
    List<List<Request>> halves = Defects.halves(RealTraces.azureConv(), 1);
    List<Request> repeated = new ArrayList<>();
    // Every other request of the half twice, in place of its neighbour: a bootstrap's duplicates.
    for (int i = 0; i + 1 < halves.get(1).size(); i += 2) {
      Request kept = halves.get(1).get(i);
      repeated.add(kept);
      repeated.add(kept.at(halves.get(1).get(i + 1).arrivalNanos()));
    }

    AxisResult.Judged judged = judged(halves.get(0), repeated);

    AxisResult.Part lengths = part(judged, "input alone");
    assertTrue(lengths.effect() < 0.53, "AUC " + lengths.effect());
  }

  @Test
  void gammaGapsAreGivenAwayByTheGap() throws IOException {
    List<Request> code = RealTraces.azureCode();

    AxisResult.Judged judged = judged(code, Defects.gammaRenewal(code, 14.1));

    assertTrue(judged.effect() > 0.9, "AUC " + judged.effect());
    assertTrue(
        judged.notes().get(0).startsWith("given away by: gap alone"), judged.notes()::toString);
  }

  @Test
  void outputsGivenToOtherInputsAreGivenAwayByFeaturesTogetherOnly() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    AxisResult.Judged judged = judged(conv, Defects.outputsShuffled(conv));

    assertTrue(judged.effect() > 0.8, "AUC " + judged.effect());
    assertEquals("given away only by features together", judged.notes().get(0));
  }

  private static AxisResult.Part part(AxisResult.Judged judged, String what) {
    return judged.parts().stream()
        .filter(part -> part.what().equals(what))
        .findFirst()
        .orElseThrow();
  }

  private static AxisResult.Judged judged(List<Request> source, List<Request> other) {
    return (AxisResult.Judged)
        FidelityReport.of(
                Defects.side(source), Defects.side(other), List.of(AxisId.DETECTABILITY), 1)
            .axes()
            .get(0);
  }
}
