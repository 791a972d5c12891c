package dev.facsimile.analyze.trace;

import dev.facsimile.trace.header.TraceHeader;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A trace summary as one page of plain text. */
public final class TraceText {
  private static final String LABEL = "%-16s";
  private final StringBuilder page = new StringBuilder();

  private TraceText() {}

  /** One page for a terminal. */
  public static String page(TraceSummary summary) {
    TraceText text = new TraceText();
    text.traffic(summary);
    text.lengths(summary);
    text.timing(summary);
    text.structure(summary);
    return text.page.toString();
  }

  private void traffic(TraceSummary summary) {
    TraceHeader header = summary.header();
    line(
        "trace",
        "%s (%s, from %s)",
        summary.name(),
        header.stage().word(),
        header.logFormats().isEmpty() ? "no log" : String.join(", ", header.logFormats()));
    if (header.provenance().tainted()) {
      line("approval", "! UNAPPROVED: made from a trace without a valid approval");
    }
    line("rows", "%,d, %,d with both lengths", summary.rows(), summary.rowsWithLengths());
    line(
        "duration",
        "%,.1f s, %s",
        summary.durationSeconds(),
        summary.ratePerSecond().isPresent()
            ? String.format(Locale.ROOT, "%.4g requests/s", summary.ratePerSecond().getAsDouble())
            : "no rate");
    line("status", "%s", status(summary.status()));
    page.append('\n');
    table("class", "requests", "share", "tokens");
    for (TraceSummary.Share share : summary.classes()) {
      table(
          share.name(),
          String.format(Locale.ROOT, "%,d", share.requests()),
          String.format(Locale.ROOT, "%.1f %%", 100 * share.requestShare()),
          String.format(Locale.ROOT, "%.1f %%", 100 * share.tokenShare()));
    }
    page.append('\n');
  }

  private void lengths(TraceSummary summary) {
    table("tokens", "p50", "p90", "p99", "max", "mean");
    summary.input().ifPresent(lengths -> row("input", lengths));
    summary.output().ifPresent(lengths -> row("output", lengths));
    page.append('\n');
    line(
        "input x output",
        "Spearman %s, mutual information %s nats",
        number(summary.spearman(), "%.3f"),
        number(summary.mutualInformationNats(), "%.2f"));
  }

  private void row(String name, TraceSummary.Lengths lengths) {
    table(
        name,
        count(lengths.p50()),
        count(lengths.p90()),
        count(lengths.p99()),
        count(lengths.max()),
        String.format(Locale.ROOT, lengths.mean() < 100 ? "%.1f" : "%,.0f", lengths.mean()));
  }

  private void timing(TraceSummary summary) {
    line("gaps", "coefficient of variation %s", number(summary.gapVariation(), "%.4g"));
    line(
        "burst",
        "index of dispersion %s (1 = Poisson)",
        summary.dispersion().stream()
            .map(
                burst ->
                    String.format(
                        Locale.ROOT,
                        "%s at %d s%s",
                        number(burst.index(), "%.4g"),
                        burst.windowSeconds(),
                        burst.artefact() ? " [of the clock, not of the traffic]" : ""))
            .collect(Collectors.joining(", ")));
    line("clock", "%s", lattice(summary));
    summary.header().clock().findings().forEach(finding -> line("", "%s", finding));
  }

  private static String lattice(TraceSummary summary) {
    if (summary.header().clock().latticeNanos().isPresent()) {
      return String.format(
          Locale.ROOT,
          "ticks every %.4g s, says the header",
          summary.header().clock().latticeNanos().getAsLong() / 1e9);
    }
    return summary.measuredLatticeNanos().isPresent()
        ? String.format(
            Locale.ROOT,
            "ticks every %.4g s, found in the arrivals; the header does not say so",
            summary.measuredLatticeNanos().getAsLong() / 1e9)
        : "no lattice found";
  }

  private void structure(TraceSummary summary) {
    line(
        "sessions",
        "%s",
        summary
            .sessions()
            .map(
                sessions ->
                    String.format(
                        Locale.ROOT,
                        "%,d (%s), %,d rows in them, turns mean %.2f, max %,d",
                        sessions.count(),
                        summary.header().sessions().word(),
                        sessions.rows(),
                        sessions.turnsMean(),
                        sessions.turnsMax()))
            .orElse("none"));
    line(
        "prefix hits",
        "%s",
        summary
            .prefixHits()
            .map(
                hits ->
                    String.format(
                        Locale.ROOT,
                        "%.3f by blocks, %.3f by tokens, %.3f per-request mean (infinite cache,"
                            + " cold start; %,d distinct blocks of %d tokens)",
                        hits.blockShare(),
                        hits.tokenShare(),
                        hits.requestMean(),
                        hits.distinctBlocks(),
                        hits.blockTokens()))
            .orElse("no blocks in the trace"));
  }

  private static String status(Map<String, Long> status) {
    return status.entrySet().stream()
        .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String number(OptionalDouble value, String format) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "unknown";
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private void line(String label, String format, Object... values) {
    page.append(String.format(Locale.ROOT, LABEL, label))
        .append(String.format(Locale.ROOT, format, values))
        .append('\n');
  }

  private void table(String name, String... cells) {
    page.append(String.format(Locale.ROOT, LABEL, name));
    for (String cell : cells) {
      page.append(String.format(Locale.ROOT, "%12s", cell));
    }
    page.append('\n');
  }
}
