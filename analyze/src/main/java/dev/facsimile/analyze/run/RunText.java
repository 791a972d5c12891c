package dev.facsimile.analyze.run;

import dev.facsimile.analyze.report.DataTable;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.trace.header.RunManifest;

/** A run's report as plain text for a terminal. */
final class RunText {
  private static final int WIDTH = 100;
  private static final int WORST = 8;

  private final StringBuilder out = new StringBuilder();

  private RunText() {}

  static String of(String name, RunReport report) {
    RunText text = new RunText();
    text.head(name, report);
    text.requests(report);
    text.latency(report);
    text.tokens(report);
    text.objectives(report);
    text.findings(report);
    return text.out.toString();
  }

  private void head(String name, RunReport report) {
    line("Run " + name + ": " + RunSentences.load(report));
    if (report.unapproved()) {
      line("! UNAPPROVED: " + RunSentences.UNAPPROVED);
    }
    RunSentences.approvals(report.run()).forEach(this::line);
    if (report.run().state() == RunManifest.State.PARTIAL) {
      line("! PARTIAL: " + RunSentences.PARTIAL);
    }
    line(
        "Client verdict "
            + report.run().client().verdict().word()
            + ": "
            + RunSentences.verdict(report.run().client()));
    line(RunSentences.client(report.run().client()));
  }

  private void requests(RunReport report) {
    table(RunTables.counts(report));
    line(RunSentences.rates(report));
    table(RunTables.reasons(report));
  }

  private void latency(RunReport report) {
    table(RunTables.latencies(report));
    table(RunTables.lag(report));
    table(RunTables.offeredTails(report));
    line(report.percentileConvention());
    if (RunTables.thin(report)) {
      line(RunTables.THIN);
    }
  }

  private void tokens(RunReport report) {
    table(RunTables.tokenSources(report));
    line(RunSentences.throughput(report));
    line(RunSentences.tokens(report));
    table(RunTables.lengths(report));
  }

  private void objectives(RunReport report) {
    table(RunTables.slo(report));
    line(RunSentences.objectives(report));
    table(SliceTables.worst(report, WORST));
  }

  private void findings(RunReport report) {
    if (!report.findings().isEmpty()) {
      out.append('\n');
      report.findings().forEach(finding -> line("! " + finding));
    }
  }

  private void table(DataTable table) {
    if (!table.isEmpty()) {
      out.append('\n').append(table.text());
    }
  }

  /** A sentence, broken between words. */
  private void line(String sentence) {
    int column = 0;
    for (String word : NumberText.plain(sentence).split(" ")) {
      if (column > 0 && column + 1 + word.length() > WIDTH) {
        out.append("\n  ");
        column = 2;
      } else if (column > 0) {
        out.append(' ');
        column++;
      }
      out.append(word);
      column += word.length();
    }
    out.append('\n');
  }
}
