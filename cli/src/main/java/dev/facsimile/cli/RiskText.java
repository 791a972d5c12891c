package dev.facsimile.cli;

import dev.facsimile.anonymize.risk.Confirmation;
import dev.facsimile.anonymize.risk.Dominance;
import dev.facsimile.anonymize.risk.Estimate;
import dev.facsimile.anonymize.risk.FidelityLoss;
import dev.facsimile.anonymize.risk.LengthPairRisk;
import dev.facsimile.anonymize.risk.Linkability;
import dev.facsimile.anonymize.risk.PlantedPrompts;
import dev.facsimile.anonymize.risk.ProsecutorRisk;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.risk.Unicity;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints a risk report on one page: each attack, the raw rows against the released ones. */
final class RiskText {
  private static final int WIDTH = 84;
  private static final String ROW = "  %-38s %17s %17s";

  private final PrintWriter out;
  private final RiskReport report;

  RiskText(PrintWriter out, RiskReport report) {
    this.out = out;
    this.report = report;
  }

  /** The whole page. */
  void print() {
    line(
        "risk        for each %s of %,d; 95 %% intervals in brackets; samples drawn with seed %d",
        report.unit().word(), report.units(), report.seed());
    line(ROW, "", "raw", "released");
    printProsecutor();
    report.lengthPairs().ifPresent(pairs -> printLengths(pairs.before(), pairs.after()));
    printUnicity();
    out.println();
    printLinkability();
    printInference();
    printConfirmation();
    report.planted().ifPresent(this::printPlanted);
    report.dominance().ifPresent(this::printDominance);
    printClock();
    attack(
        "left behind",
        "%,d findings in %,d released texts and %,d ids",
        report.residual().findings(),
        report.residual().texts(),
        report.residual().ids());
    out.println();
    printFidelity();
  }

  private void printProsecutor() {
    ProsecutorRisk before = report.prosecutor().before();
    ProsecutorRisk after = report.prosecutor().after();
    line("  known by %s", after.on().isEmpty() ? "nothing that is released" : said(after.on()));
    line(ROW, "  chance to be picked, at most", share(before.max()), share(after.max()));
    line(ROW, "  chance to be picked, on average", share(before.mean()), share(after.mean()));
    line(
        ROW, "  in a crowd below " + report.k(), bounded(before.belowK()), bounded(after.belowK()));
  }

  private static String said(List<String> columns) {
    return String.join(", ", columns);
  }

  private void printLengths(LengthPairRisk before, LengthPairRisk after) {
    line("  requests, known by their (input, output) lengths");
    line(ROW, "  alone", bounded(before.unique()), bounded(after.unique()));
    line(
        ROW, "  in a crowd below " + report.k(), bounded(before.belowK()), bounded(after.belowK()));
  }

  private void printUnicity() {
    for (var curve : report.unicity()) {
      List<Unicity.Point> before = curve.before().curve();
      List<Unicity.Point> after = curve.after().curve();
      if (!after.isEmpty()) {
        line("  singled out by so many known requests (%s)", curve.after().known().words());
      }
      for (int i = 0; i < after.size(); i++) {
        line(
            ROW,
            String.format(
                Locale.ROOT,
                "  %d  of %,d drawn",
                after.get(i).points(),
                after.get(i).singledOut().sample()),
            bounded(before.get(i).singledOut()),
            bounded(after.get(i).singledOut()));
      }
    }
  }

  private void printLinkability() {
    Optional<Linkability> linkability = report.linkability();
    if (linkability.isEmpty()) {
      unmeasured("linked", "linkability");
      return;
    }
    Linkability found = linkability.get();
    attack(
        "linked",
        "two halves of a %s find each other in %s of %,d, by chance in %s: gain %s",
        report.unit().word(),
        share(found.success().value()),
        found.success().sample(),
        share(found.control()),
        gain(found.gain()));
  }

  private void printInference() {
    if (report.inference().isEmpty()) {
      unmeasured("inferred", "inference");
    }
    report
        .inference()
        .forEach(
            found ->
                attack(
                    "inferred",
                    "%s of a member in %s, of an outsider in %s: gain %s",
                    found.attribute().word(),
                    share(found.members().value()),
                    share(found.control().value()),
                    gain(found.gain())));
  }

  private void printConfirmation() {
    Confirmation confirmation = report.confirmation();
    confirmation
        .prompts()
        .ifPresent(
            prompts ->
                attack(
                    "confirmed",
                    "%s of %,d guessed prompts by %d public functions, %s of as many wrong ones; AUC"
                        + " %.2f",
                    bounded(prompts.trueMatches()),
                    prompts.trueMatches().sample(),
                    prompts.functions(),
                    share(prompts.falseMatches().value()),
                    prompts.auc().value()));
    attack(
        "confirmed",
        "%,d of %,d guessed ids, %,d of as many wrong ones",
        confirmation.ids().matches(),
        confirmation.ids().tried(),
        confirmation.ids().chance());
  }

  private void printPlanted(PlantedPrompts planted) {
    attack(
        "planted",
        "%,d of %,d blocks are shared by 2 to %d %ss; %,d by more, in %s of references",
        planted.belowK(),
        planted.blocks(),
        report.k() - 1,
        report.unit().word(),
        planted.shared(),
        share(planted.sharedReferences()));
  }

  private void printDominance(Dominance dominance) {
    attack(
        "dominance",
        "the largest %s has %s of requests, %s of input and %s of output tokens",
        report.unit().word(),
        share(dominance.requests().top1()),
        share(dominance.inputTokens().top1()),
        share(dominance.outputTokens().top1()));
    double leeway = dominance.requests().leeway();
    attack(
        "",
        "the second largest can tell its requests to within %s%s",
        share(leeway),
        leeway < 0.1 ? ": below the 10 % of the p % rule" : "");
  }

  private void printClock() {
    if (report.clock().isEmpty()) {
      unmeasured("clock", "clock");
      return;
    }
    attack(
        "clock",
        "best correlation with the true rates: %s",
        report.clock().stream()
            .map(
                clock ->
                    String.format(
                        Locale.ROOT, "%.3f at %d s", clock.peak().value(), clock.windowSeconds()))
            .collect(Collectors.joining(", ")));
    if (report.clock().stream().anyMatch(clock -> clock.peak().value() > 0.9)) {
      attack("", "whoever knows the true rates can tell the absolute time of every row");
    }
  }

  private void printFidelity() {
    FidelityLoss loss = report.fidelity();
    line("fidelity    what an analysis of the release would show");
    attack(
        "lengths",
        "distance %s of input, %s of output; totals %s and %s of the raw ones",
        number(loss.inputDistance()),
        number(loss.outputDistance()),
        ratio(loss.inputTotal()),
        ratio(loss.outputTotal()));
    attack("arrivals", "distance %s of gaps%s", number(loss.gapDistance()), dispersion(loss));
    loss.prefixHits()
        .ifPresent(
            hits ->
                attack(
                    "prefix hits",
                    "%s of blocks, %s before; %s of tokens, %s before",
                    share(hits.blocksAfter()),
                    share(hits.blocksBefore()),
                    share(hits.tokensAfter()),
                    share(hits.tokensBefore())));
    if (!loss.mixDistance().isEmpty()) {
      attack(
          "changed",
          "%s",
          loss.mixDistance().entrySet().stream()
              .map(e -> e.getKey() + " " + share(e.getValue()))
              .collect(Collectors.joining(", ")));
    }
    loss.skew()
        .ifPresent(
            skew ->
                attack(
                    "skew",
                    "Gini of requests per %s %.3f, %s before",
                    report.unit().word(),
                    skew.after().orElse(0.0),
                    String.format(Locale.ROOT, "%.3f", skew.before())));
    List<String> losses = loss.losses();
    attack(
        "verdict",
        "%s",
        losses.isEmpty()
            ? "true to the raw trace within " + FidelityLoss.MOST_DISTANCE
            : "not true to the raw trace: " + String.join("; ", losses));
  }

  private static String dispersion(FidelityLoss loss) {
    List<String> parts = new ArrayList<>();
    loss.dispersion()
        .forEach(
            b ->
                parts.add(
                    String.format(
                        Locale.ROOT,
                        "%.2f at %d s, %.2f before",
                        b.after(),
                        b.windowSeconds(),
                        b.before())));
    return parts.isEmpty() ? "" : "; burstiness " + String.join("; ", parts);
  }

  private void unmeasured(String label, String measure) {
    report
        .unmeasured(measure)
        .ifPresent(missing -> attack(label, "not measured: %s", missing.reason()));
  }

  private void attack(String label, String format, Object... values) {
    entry(out, "  " + label, 14, String.format(Locale.ROOT, format, values));
  }

  /** A text beside its label, cut between words to fit a page. */
  static void entry(PrintWriter out, String label, int indent, String text) {
    String margin = label;
    for (String part : wrapped(text)) {
      out.println(String.format(Locale.ROOT, "%-" + indent + "s%s", margin, part).stripTrailing());
      margin = "";
    }
  }

  /** Cut between words to fit a page. */
  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > WIDTH) {
      int cut = rest.lastIndexOf(' ', WIDTH);
      cut = cut <= 0 ? WIDTH : cut;
      lines.add(rest.substring(0, cut));
      rest = rest.substring(cut).strip();
    }
    lines.add(rest);
    return lines;
  }

  static String share(double value) {
    double percent = 100 * value;
    if (percent > 0 && percent < 0.05) {
      return "<0.1 %";
    }
    if (percent < 100 && percent >= 99.95) {
      return ">99.9 %";
    }
    return String.format(Locale.ROOT, "%.1f %%", percent);
  }

  private static String bounded(Estimate estimate) {
    return String.format(
        Locale.ROOT,
        "%s (%.1f-%.1f)",
        share(estimate.value()),
        100 * estimate.low(),
        100 * estimate.high());
  }

  private static String gain(Estimate gain) {
    return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", gain.value(), gain.low(), gain.high());
  }

  private static String number(Optional<Double> value) {
    return value.map(v -> String.format(Locale.ROOT, "%.3f", v)).orElse("-");
  }

  private static String ratio(Optional<Double> value) {
    return value.map(v -> String.format(Locale.ROOT, "%.1f %%", 100 * v)).orElse("none");
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
