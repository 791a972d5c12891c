package dev.facsimile.analyze.fidelity;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * An axis as a line of words for people.
 *
 * @param axis its name
 * @param grade its letter, or a dash when it was not judged
 * @param effect the effect in a few words
 * @param noiseRatio R as text
 * @param nStar n* as text
 * @param note what to know beside it
 */
record AxisLine(
    String axis, String grade, String effect, String noiseRatio, String nStar, String note) {
  static final String ABSENT = "-";
  private static final double THOUSAND = 1000;
  private static final double MILLION = 1e6;

  /** The line of an axis of a report. */
  static AxisLine of(FidelityJson report, AxisResult result) {
    AxisLine line = of(result);
    return report.meantToDiffer().contains(result.id())
        ? new AxisLine(
            line.axis(),
            line.grade().equals(ABSENT) ? ABSENT : "(" + line.grade() + ")",
            line.effect(),
            line.noiseRatio(),
            line.nStar(),
            "declared, meant to differ" + (line.note().isEmpty() ? "" : "; " + line.note()))
        : line;
  }

  private static AxisLine of(AxisResult result) {
    if (result instanceof AxisResult.NotJudged not) {
      return new AxisLine(not.id().word(), ABSENT, "not judged", ABSENT, ABSENT, not.reason());
    }
    AxisResult.Judged judged = (AxisResult.Judged) result;
    return new AxisLine(
        judged.id().word(),
        judged.grade().name(),
        judged.summary(),
        number(judged.noiseRatio()),
        nStar(judged.nStar()),
        note(judged));
  }

  private static String note(AxisResult.Judged judged) {
    List<String> notes = judged.notes();
    String first = notes.isEmpty() ? "" : notes.get(0);
    boolean excused = judged.negligible() && Grade.of(judged.noiseRatio()) != Grade.A;
    String why = excused ? "effect is negligible" : "";
    return why + (why.isEmpty() || first.isEmpty() ? "" : "; ") + first;
  }

  private static String number(double ratio) {
    return String.format(Locale.ROOT, ratio < 9.95 ? "%.1f" : "%,.0f", ratio);
  }

  /** Requests a side that tell the difference, to two digits; "never" when it does not show. */
  private static String nStar(OptionalDouble requests) {
    if (requests.isEmpty()) {
      return "never";
    }
    double n = requests.getAsDouble();
    if (n < THOUSAND) {
      return String.format(Locale.ROOT, "%.0f", Math.max(1, n));
    }
    return n < MILLION
        ? String.format(Locale.ROOT, "%.0fk", n / THOUSAND)
        : String.format(Locale.ROOT, ">1M");
  }
}
