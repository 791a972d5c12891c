package dev.facsimile.anonymize.risk;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a report against a policy's bounds, and against what no policy may allow: an id or a block
 * that a public function confirms, and a block that fewer than k units share.
 *
 * <p>A bound is held against the figure itself. Where the figure keeps it but its interval reaches
 * over it, the gate passes and says so. A figure that should be there but could not be measured
 * misses its bound: an unknown risk is no small one. A measure whose attack does not exist on this
 * kind of release passes.
 *
 * @param misses one sentence for each bound missed; empty when the release may be written
 * @param doubts bounds that were kept by the figure, but not by its whole interval
 */
public record RiskGate(List<String> misses, List<String> doubts) {

  /**
   * The verdict.
   *
   * @param bounds the largest value allowed of each figure that the policy bounds
   */
  public static RiskGate of(RiskReport report, Map<RiskBound, Double> bounds) {
    List<String> misses = new ArrayList<>(never(report));
    List<String> doubts = new ArrayList<>();
    for (RiskBound bound : RiskBound.values()) {
      if (bounds.containsKey(bound)) {
        check(report, bound, bounds.get(bound), misses, doubts);
      }
    }
    return new RiskGate(misses, doubts);
  }

  public RiskGate {
    misses = List.copyOf(misses);
    doubts = List.copyOf(doubts);
  }

  /** Whether the release may be written. */
  public boolean passed() {
    return misses.isEmpty();
  }

  private static void check(
      RiskReport report, RiskBound bound, double most, List<String> misses, List<String> doubts) {
    Optional<Estimate> figure = bound.of(report);
    if (figure.isEmpty()) {
      report
          .unmeasured(bound.measure())
          .filter(unmeasured -> !unmeasured.inherent())
          .ifPresent(
              unmeasured ->
                  misses.add(
                      String.format(
                          Locale.ROOT,
                          "%s: %s could not be measured (%s), the policy allows %s",
                          bound.word(),
                          bound.meaning(),
                          unmeasured.reason(),
                          plain(most))));
    } else if (figure.get().value() > most) {
      misses.add(sentence(bound, figure.get().value(), most, ""));
    } else if (figure.get().high() > most) {
      doubts.add(
          sentence(
              bound,
              figure.get().value(),
              most,
              String.format(
                  Locale.ROOT,
                  ", but with %,d trials up to %s is possible",
                  figure.get().sample(),
                  plain(figure.get().high()))));
    }
  }

  private static String sentence(RiskBound bound, double value, double most, String end) {
    return String.format(
        Locale.ROOT,
        "%s: %s is %s, the policy allows %s%s",
        bound.word(),
        bound.meaning(),
        plain(value),
        plain(most),
        end);
  }

  private static List<String> never(RiskReport report) {
    List<String> misses = new ArrayList<>();
    if (report.confirmation().confirms()) {
      misses.add(
          "confirmation: public functions of raw ids give released ones, which no policy allows");
    }
    report
        .planted()
        .filter(planted -> planted.belowK() > 0)
        .ifPresent(
            planted ->
                misses.add(
                    String.format(
                        Locale.ROOT,
                        "planted: %,d released blocks are shared by 2 to %d units, so that a planted"
                            + " prompt may match; the policy's k is %d",
                        planted.belowK(),
                        report.k() - 1,
                        report.k())));
    return misses;
  }

  private static String plain(double value) {
    return value >= 0.9995 && value < 1 ? "over 0.999" : String.format(Locale.ROOT, "%.3f", value);
  }
}
