package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.PercentileRule;
import java.util.Optional;

/**
 * What a user wants of a report.
 *
 * @param objectives what a request has to meet
 * @param stated whether the user stated them; the report says so if they are defaults
 * @param rule how percentiles are taken
 * @param selection the part of the run that counts
 * @param prices what tokens and servers cost
 */
public record ReportOptions(
    Objectives objectives,
    boolean stated,
    PercentileRule rule,
    Selection selection,
    Optional<Prices> prices) {

  /** Default objectives, the whole run, no prices. */
  public static final ReportOptions DEFAULT =
      new ReportOptions(
          Objectives.DEFAULT, false, PercentileRule.NEAREST_RANK, Selection.ALL, Optional.empty());

  /** The same with stated objectives. */
  public ReportOptions with(Objectives other) {
    return new ReportOptions(other, true, rule, selection, prices);
  }
}
