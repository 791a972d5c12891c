package dev.facsimile.ingest;

import dev.facsimile.ingest.classify.ClassShare;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads logs and writes a raw trace that only its owner may read. */
public final class Ingest {

  /**
   * What to do.
   *
   * @param logs the logs, merged by time
   * @param format the format; recognised file by file if absent
   * @param tokenizer counts tokens and cuts blocks where rows hold their prompt
   * @param blockTokens tokens in a block that the tokenizer cuts
   * @param reorderRows rows held back to put them in time order
   * @param maxRejectShare share of refused rows above which nothing is written, 0 to 1
   * @param output the trace
   * @param options what else shapes it
   */
  public record Plan(
      List<LogSource> logs,
      Optional<LogFormat> format,
      Optional<Tokenizer> tokenizer,
      int blockTokens,
      int reorderRows,
      double maxRejectShare,
      Path output,
      IngestOptions options) {

    public Plan {
      logs = List.copyOf(logs);
    }

    /**
     * A plan for files, without further options.
     *
     * @throws InputException if a file cannot be read
     */
    public Plan(
        List<Path> files,
        Optional<LogFormat> format,
        Optional<Tokenizer> tokenizer,
        int blockTokens,
        int reorderRows,
        double maxRejectShare,
        Path output)
        throws IOException {
      this(
          sources(files),
          format,
          tokenizer,
          blockTokens,
          reorderRows,
          maxRejectShare,
          output,
          IngestOptions.DEFAULT);
    }

    private static List<LogSource> sources(List<Path> files) throws IOException {
      List<LogSource> sources = new ArrayList<>();
      for (Path file : files) {
        sources.add(LogSource.file(file));
      }
      return sources;
    }
  }

  /**
   * What was done: {@code read = accepted + merged + skipped + rejected}.
   *
   * @param read rows read
   * @param accepted rows in the trace
   * @param merged rows that became part of another row's request, by reason
   * @param skipped rows left out, by reason
   * @param rejected rows refused
   * @param rejectReasons rows refused, by kind of reason
   * @param rejects where they are listed; absent if there are none
   * @param formats format of each file and why
   * @param findings what was found out about the clock
   * @param traces the traces written: one, unless they were split where the clock was reset
   * @param sessions what the sessions of each trace look like, where there are any
   * @param notes what else is to be said, one sentence each
   * @param classes what each class makes of the trace
   */
  public record Summary(
      long read,
      long accepted,
      Map<String, Long> merged,
      Map<String, Long> skipped,
      long rejected,
      Map<String, Long> rejectReasons,
      Optional<Path> rejects,
      Map<Path, FormatGuess> formats,
      List<String> findings,
      List<Path> traces,
      Map<Path, SessionFacts> sessions,
      List<String> notes,
      SortedMap<String, ClassShare> classes) {

    public Summary {
      long ended = accepted + sum(merged) + sum(skipped) + rejected;
      if (read != ended) {
        throw new IllegalArgumentException(
            "read " + read + " is not the sum of what rows ended as, " + ended);
      }
    }

    private static long sum(Map<String, Long> rows) {
      return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Rows that became part of another row's request. */
    public long mergedRows() {
      return sum(merged);
    }

    /** Rows left out. */
    public long skippedRows() {
      return sum(skipped);
    }
  }

  private final Plan plan;
  private final Progress progress;
  private final Optional<ContentTokens> contentTokens;

  /**
   * An ingest.
   *
   * @param progress hears of bytes read (before decompression)
   */
  public Ingest(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.contentTokens = plan.tokenizer().map(t -> new ContentTokens(t, plan.blockTokens()));
  }

  /**
   * Runs it.
   *
   * @throws InputException if a log cannot be read, or too many of its rows are refused
   */
  public Summary run() throws IOException {
    Optional<GrowingTrace> before = GrowingTrace.of(plan);
    List<LogSource> missing = before.isPresent() ? before.get().missing(plan.logs()) : plan.logs();
    if (missing.isEmpty()) {
      return before.orElseThrow().nothingNew();
    }
    RecognisedLogs logs = new RecognisedLogs(missing, plan.format());
    logs.requireOneToSplit(plan.options());
    Path rejectsPath = Rejects.beside(plan.output());
    try (Rejects rejects = new Rejects(rejectsPath, plan.options().keepRaw(), before.isPresent())) {
      Optional<ContentTokens> counting = contentTokens.filter(c -> logs.useTokenizer());
      RowSteps steps = new RowSteps(plan.options(), counting, rejects, progress, logs.totalBytes());
      TraceFacts facts = new TraceFacts(plan, logs, counting, steps, before);
      facts.requireAlike();
      try (TraceParts parts =
          new TraceParts(plan.options(), plan.output(), facts.blocks(), rejects)) {
        merge(logs, steps, parts, before);
        return finish(
            logs, steps, parts, facts, rejects, before.map(GrowingTrace::rows).orElse(0L));
      }
    }
  }

  private void merge(
      RecognisedLogs logs, RowSteps steps, TraceParts parts, Optional<GrowingTrace> before)
      throws IOException {
    try (ContentParking parking = new ContentParking(plan.output());
        MergedRows rows =
            new MergedRows(
                new TimeMerge(
                    logs.unopened(
                        before,
                        (group, format) ->
                            new LogStream(
                                group,
                                format,
                                steps,
                                TimeBounds.of(plan.options(), format),
                                plan.reorderRows(),
                                parking))),
                steps,
                steps.countsContent(),
                plan.output())) {
      rows.to(parts);
    }
  }

  private Summary finish(
      RecognisedLogs logs,
      RowSteps steps,
      TraceParts parts,
      TraceFacts facts,
      Rejects rejects,
      long rowsBefore)
      throws IOException {
    rejects.requireFew(plan.maxRejectShare(), steps.read());
    if (parts.rows() == 0) {
      throw noRequest(
          logs, steps.read(), steps.merged(), steps.skipped(), rejects.count(), rejects.first());
    }
    List<TracePart.Done> done = parts.finish(facts);
    rejects.finish();
    done.forEach(part -> steps.leftOut(SessionSample.SKIPPED, part.output().leftOut()));
    return new Summary(
        steps.read(),
        done.stream().mapToLong(part -> part.header().rows()).sum() - rowsBefore,
        steps.merged(),
        steps.skipped(),
        rejects.count(),
        rejects.reasons(),
        rejects.list(),
        logs.byPath(),
        findings(done),
        done.stream().map(TracePart.Done::file).toList(),
        sessions(done),
        notes(logs, facts, done),
        classes(done));
  }

  /** What became of all rows, since none of them is a request. */
  static InputException noRequest(
      RecognisedLogs logs,
      long read,
      SortedMap<String, Long> merged,
      SortedMap<String, Long> skipped,
      long rejected,
      String firstReject) {
    LogSource first = logs.formats().keySet().iterator().next();
    FormatGuess guess = logs.formats().get(first);
    List<String> ended = new ArrayList<>();
    skipped.forEach((reason, rows) -> ended.add(rows + " skipped: " + reason));
    merged.forEach((reason, rows) -> ended.add(rows + " merged: " + reason));
    if (rejected > 0) {
      ended.add(rejected + " rejected, the first: " + firstReject);
    }
    return new InputException(
        first.label(),
        "gives no request, expected at least one: it was read as "
            + guess.format().name()
            + " because "
            + guess.why()
            + (logs.size() > 1 ? " (and " + (logs.size() - 1) + " more logs)" : "")
            + "; "
            + Counted.rows(read)
            + " read"
            + (ended.isEmpty() ? "" : ": " + String.join("; ", ended)));
  }

  private List<String> notes(RecognisedLogs logs, TraceFacts facts, List<TracePart.Done> done) {
    List<String> notes = new ArrayList<>(logs.notes());
    facts.aboutBlocks().ifPresent(notes::add);
    contentTokens.flatMap(ContentTokens::note).ifPresent(notes::add);
    done.forEach(part -> part.note().ifPresent(note -> notes.add(of(part, done, note))));
    done.forEach(
        part -> part.output().uncounted().ifPresent(note -> notes.add(of(part, done, note))));
    return notes;
  }

  /** A sentence, with the name of the trace that it is about if there are several. */
  static String of(Path trace, int traces, String sentence) {
    return traces > 1 ? trace.getFileName() + ": " + sentence : sentence;
  }

  private static String of(TracePart.Done part, List<TracePart.Done> done, String sentence) {
    return of(part.file(), done.size(), sentence);
  }

  private static List<String> findings(List<TracePart.Done> done) {
    List<String> findings = new ArrayList<>();
    for (TracePart.Done part : done) {
      part.header().clock().findings().forEach(finding -> findings.add(of(part, done, finding)));
    }
    return findings;
  }

  private static Map<Path, SessionFacts> sessions(List<TracePart.Done> done) {
    Map<Path, SessionFacts> sessions = new LinkedHashMap<>();
    done.forEach(part -> part.sessions().ifPresent(facts -> sessions.put(part.file(), facts)));
    return sessions;
  }

  private static SortedMap<String, ClassShare> classes(List<TracePart.Done> done) {
    SortedMap<String, ClassShare> classes = new TreeMap<>();
    for (TracePart.Done part : done) {
      part.output()
          .classes()
          .shares()
          .forEach((name, share) -> classes.merge(name, share, ClassShare::plus));
    }
    return classes;
  }
}
