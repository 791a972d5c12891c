package dev.facsimile.cli;

import dev.facsimile.ingest.Counted;
import dev.facsimile.ingest.Explanation;
import dev.facsimile.ingest.FormatGuess;
import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.SessionFacts;
import dev.facsimile.ingest.classify.ClassShare;
import dev.facsimile.ingest.classify.ClassTally;
import dev.facsimile.ingest.format.LogFormat;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** What {@code facsimile ingest} prints of an ingest. */
final class IngestText {
  /** Of a folder of a thousand files, this many are named. */
  private static final int LOGS_NAMED = 10;

  private final PrintWriter out;

  IngestText(PrintWriter out) {
    this.out = out;
  }

  void print(Ingest.Summary summary) {
    if (summary.formats().isEmpty()) {
      summary.notes().forEach(out::println);
      return;
    }
    formats(summary.formats());
    counts(summary);
    classes(summary);
    summary
        .sessions()
        .forEach(
            (trace, sessions) ->
                sessions(summary.traces().size() > 1 ? trace.getFileName() + ": " : "", sessions));
    summary.notes().forEach(note -> out.printf("note: %s%n", note));
    clock(summary);
    summary.traces().forEach(trace -> out.printf("raw trace: %s%n", trace));
  }

  /** Prints how one request is mapped. */
  void print(Path log, Explanation explained) {
    formats(Map.of(log, explained.guess()));
    out.printf("line %,d becomes%n", explained.line());
    for (Explanation.Column column : explained.columns()) {
      out.printf(
          "  %-18s = %s%s%n",
          column.name(),
          column.value(),
          column.sources().isEmpty() ? "" : "   ← " + String.join(", ", column.sources()));
    }
    if (!explained.lacking().isEmpty()) {
      out.printf(
          "  (no row so far has these fields that the mapping names: %s)%n",
          String.join(", ", explained.lacking()));
    }
    explained.unused().forEach((field, value) -> out.printf("  (read: %s = %s)%n", field, value));
  }

  private void formats(Map<Path, FormatGuess> formats) {
    formats.entrySet().stream()
        .limit(LOGS_NAMED)
        .forEach(
            entry ->
                out.printf(
                    "%s is %s, because %s%n",
                    entry.getKey(), entry.getValue().format().name(), entry.getValue().why()));
    if (formats.size() > LOGS_NAMED) {
      out.printf("and %,d more logs%n", formats.size() - LOGS_NAMED);
    }
  }

  private void counts(Ingest.Summary summary) {
    out.printf(
        "%s read = %,d accepted + %,d merged + %,d skipped + %,d rejected%n",
        Counted.rows(summary.read()),
        summary.accepted(),
        summary.mergedRows(),
        summary.skippedRows(),
        summary.rejected());
    summary.merged().forEach((reason, rows) -> out.printf("  merged %,d: %s%n", rows, reason));
    summary.skipped().forEach((reason, rows) -> out.printf("  skipped %,d: %s%n", rows, reason));
    summary
        .rejectReasons()
        .forEach((reason, rows) -> out.printf("  rejected %,d: %s%n", rows, reason));
    summary.rejects().ifPresent(file -> out.printf("  listed in %s%n", file));
  }

  private void classes(Ingest.Summary summary) {
    if (summary.classes().keySet().equals(Set.of(ClassTally.UNCLASSIFIED))) {
      return;
    }
    long requests = summary.classes().values().stream().mapToLong(ClassShare::requests).sum();
    long tokens = summary.classes().values().stream().mapToLong(ClassShare::tokens).sum();
    summary
        .classes()
        .forEach(
            (name, share) ->
                out.printf(
                    "class %s: %.1f %% of the requests, %.1f %% of the tokens%n",
                    name,
                    100.0 * share.requests() / requests,
                    tokens == 0 ? 0.0 : 100.0 * share.tokens() / tokens));
  }

  private void sessions(String of, SessionFacts sessions) {
    out.printf(
        "%ssessions: %s, %,d of %.2f turns on average, %d at most",
        of,
        sessions.origin().words(),
        sessions.sessions(),
        sessions.meanTurns(),
        sessions.longest());
    sessions
        .gaps()
        .ifPresent(
            gaps ->
                out.printf(
                    "; %.1f / %.1f / %.1f s from turn to turn (p10 / p50 / p90)",
                    gaps.p10Nanos() / 1e9, gaps.p50Nanos() / 1e9, gaps.p90Nanos() / 1e9));
    out.println();
    sessions
        .turnLengths()
        .ifPresent(
            lengths ->
                out.printf(
                    "%sinput lengths of later turns: %s (%.1f %% of %,d hold the turn before)%n",
                    of, lengths.kind().word(), 100 * lengths.share(), lengths.turns()));
  }

  private void clock(Ingest.Summary summary) {
    boolean dated =
        summary.formats().values().stream()
            .allMatch(guess -> guess.format().clock() == LogFormat.Clock.EPOCH);
    out.printf("clock: %s%n", dated ? "dates, in UTC" : "from a start that the log does not tell");
    summary.findings().forEach(finding -> out.printf("clock: %s%n", finding));
  }
}
