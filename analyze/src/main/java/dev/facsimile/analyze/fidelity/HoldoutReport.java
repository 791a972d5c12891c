package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A report on a workload whose model was fitted on one half of a trace, judged against the other
 * half. The two halves differ themselves; no model can be asked to be nearer to the half that it
 * did not see than the half that it did. R is therefore a multiple of the noise within the half
 * that was held out, or of the distance between the two halves where that is more.
 */
public final class HoldoutReport {
  private HoldoutReport() {}

  /**
   * Judges.
   *
   * @param heldOut the half that the model did not see
   * @param workload what was generated from the model
   * @param fitted the half that it was fitted on
   * @param wanted the axes to judge
   * @param seed of the random splits
   */
  public static FidelityReport of(
      Side heldOut, Side workload, Side fitted, Collection<AxisId> wanted, long seed) {
    FidelityReport report = FidelityReport.of(heldOut, workload, Training.on(fitted), wanted, seed);
    FidelityReport halves = FidelityReport.of(heldOut, fitted, wanted, seed);
    List<AxisResult> axes = new ArrayList<>();
    for (AxisResult axis : report.axes()) {
      axes.add(
          axis instanceof AxisResult.Judged judged
                  && axis.id() != AxisId.MEMORIZATION
                  && halves.axis(axis.id()).orElseThrow() instanceof AxisResult.Judged floor
              ? inUnitsOf(floor, judged)
              : axis);
    }
    List<String> sentences = new ArrayList<>(report.targetSentences());
    sentences.add(
        String.format(
            Locale.ROOT,
            "hold-out: fitted on %s (%,d requests), judged against %s (%,d requests), which the"
                + " model did not see",
            fitted.name(),
            fitted.traffic().rows(),
            heldOut.name(),
            heldOut.traffic().rows()));
    return report.with(axes, sentences);
  }

  private static AxisResult inUnitsOf(AxisResult.Judged halves, AxisResult.Judged judged) {
    List<String> notes = new ArrayList<>(judged.notes());
    notes.add(
        String.format(
            Locale.ROOT, "the half it was fitted on has R %.2f itself", halves.noiseRatio()));
    return new AxisResult.Judged(
        judged.id(),
        judged.effect(),
        judged.unit(),
        judged.noiseRatio() / Math.max(1, halves.noiseRatio()),
        judged.nStar(),
        judged.negligible(),
        judged.summary(),
        judged.parts(),
        notes);
  }
}
