package dev.facsimile.analyze.run;

import dev.facsimile.analyze.report.MarkdownPage;
import dev.facsimile.analyze.report.Tone;
import dev.facsimile.trace.header.RunManifest;

/** A run's report as GitHub's Markdown. */
final class RunMarkdown {
  private static final int WORST = 8;

  private RunMarkdown() {}

  static String of(String name, RunReport report) {
    MarkdownPage page = new MarkdownPage().heading("Run " + name);
    RunManifest.Client client = report.run().client();
    if (report.lacks().contains(Lack.CLIENT)) {
      page.notice(Tone.WARNING, "Client verdict unknown: another tool made this run.");
    } else {
      page.notice(
          RunSentences.tone(client.verdict()),
          "Client " + client.verdict().word() + ": " + RunSentences.verdict(client));
    }
    page.paragraph(RunSentences.outcome(report));
    if (report.unapproved()) {
      page.notice(Tone.WARNING, "UNAPPROVED: " + RunSentences.UNAPPROVED);
    }
    if (report.run().state() == RunManifest.State.PARTIAL) {
      page.notice(Tone.WARNING, "PARTIAL: " + RunSentences.PARTIAL);
    }
    RunSentences.selection(report).ifPresent(page::paragraph);
    RunSentences.lacks(report).forEach(sentence -> page.notice(Tone.WARNING, sentence));
    report.findings().forEach(finding -> page.notice(Tone.WARNING, finding));
    page.paragraph(RunSentences.load(report) + ".");
    page.table(RunTables.counts(report)).table(RunTables.reasons(report));
    page.table(RunTables.latencies(report)).table(RunTables.intervals(report));
    page.paragraph(report.percentileConvention());
    page.table(RunTables.outputBuckets(report)).table(RunTables.slo(report));
    page.table(SliceTables.worst(report, WORST)).table(SliceTables.phases(report));
    page.table(RunTables.spikes(report)).table(RunTables.trends(report));
    page.paragraph(RunSentences.throughput(report));
    RunSentences.efficiency(report).forEach(page::paragraph);
    return page.text();
  }
}
