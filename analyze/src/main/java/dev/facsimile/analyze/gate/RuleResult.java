package dev.facsimile.analyze.gate;

import java.util.OptionalDouble;

/**
 * How one rule ended.
 *
 * @param name the user's name for it
 * @param subject the figure and its slice
 * @param bound the bound as the user wrote it
 * @param verdict what came of it
 * @param found what was found and why that is the verdict, a sentence
 * @param candidate median over the candidate's repeats, in the figure's unit
 * @param baseline the same of the baseline; absent without one
 * @param falseAlarm how often the rule would fail if nothing had changed (A/A), 0 to 1; absent
 *     without five runs of a baseline
 * @param falseInconclusive how often it could then not be judged
 */
record RuleResult(
    String name,
    String subject,
    String bound,
    Verdict verdict,
    String found,
    OptionalDouble candidate,
    OptionalDouble baseline,
    OptionalDouble falseAlarm,
    OptionalDouble falseInconclusive) {

  /** A result without figures. */
  static RuleResult plain(Rule rule, Verdict verdict, String found) {
    return new RuleResult(
        rule.name(),
        rule.subject(),
        rule.written(),
        verdict,
        found,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }
}
