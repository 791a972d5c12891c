package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is learnt about logs and clocks, as a trace's header. */
final class TraceFacts {
  private static final double SECONDS_OF_TWO_DAYS = 2 * 86_400;

  private static final long SECOND = 1_000_000_000L;

  private final Ingest.Plan plan;
  private final RecognisedLogs logs;
  private final Optional<ContentTokens> contentTokens;
  private final LogsRead read;
  private final Optional<GrowingTrace> before;

  TraceFacts(
      Ingest.Plan plan,
      RecognisedLogs logs,
      Optional<ContentTokens> contentTokens,
      LogsRead read,
      Optional<GrowingTrace> before) {
    this.plan = plan;
    this.before = before;
    this.logs = logs;
    this.contentTokens = contentTokens;
    this.read = read;
  }

  /** What is known of the clock. */
  ClockFacts clock(ClockExam exam, Optional<String> stretch) {
    List<String> findings = new ArrayList<>(exam.findings());
    if (read.lateRows() > 0) {
      findings.add(
          ClockExam.text(
              "%s (%.2f %%) came out of order, up to %s late; put back within the"
                  + " reorder window",
              Counted.rows(read.lateRows()),
              100.0 * read.lateRows() / read.watchedRows(),
              late(read.latestNanos() / 1e9)));
    }
    findings.addAll(read.resets());
    stretch.ifPresent(findings::add);
    if (relativeLogs() > 1) {
      findings.add(
          relativeLogs() + " logs that do not tell when they started were laid over each other");
    }
    if (relativeLogs() > 0 && exam.start().orElse(0) > ClockWatch.YEAR_2001) {
      findings.add(
          "times count from 1970, it seems: the first is "
              + Instant.ofEpochSecond(0, exam.start().getAsLong())
              + "; where a mapping describes the log, clock: epoch in it keeps the date");
    }
    for (LogFormat format : distinct()) {
      findings.addAll(read.clockFindings(format));
    }
    return new ClockFacts(exam.lattice(), findings);
  }

  /** In days where seconds would have to be counted to be understood. */
  private static String late(double seconds) {
    return seconds < SECONDS_OF_TWO_DAYS
        ? ClockExam.text("%.3f s", seconds)
        : ClockExam.text("%.1f days", seconds / 86_400);
  }

  private long relativeLogs() {
    return logs.formats().values().stream()
        .filter(guess -> guess.format().clock() == LogFormat.Clock.RELATIVE)
        .count();
  }

  TraceHeader header(
      long rows, ClockExam exam, Optional<String> stretch, Optional<SessionFacts> sessions) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.RAW,
        rows,
        startTime(exam.start()),
        distinct().stream().map(LogFormat::name).toList(),
        inputTokenRule(),
        sessions.map(TraceFacts::kind).orElse(TraceHeader.Sessions.NONE),
        blocks(),
        clock(exam, stretch),
        Optional.empty(),
        Provenance.NONE.then(step(sessions)),
        sessions.flatMap(SessionFacts::turnLengths));
  }

  /** What session ids that come with the rows are worth: one format may have put them together. */
  SessionFacts.Origin originOfLogged() {
    return distinct().stream().anyMatch(f -> f.sessions() == TraceHeader.Sessions.RECONSTRUCTED)
        ? SessionFacts.Origin.BY_FORMAT
        : SessionFacts.Origin.LOGGED;
  }

  private static TraceHeader.Sessions kind(SessionFacts sessions) {
    return sessions.origin() == SessionFacts.Origin.LOGGED
        ? TraceHeader.Sessions.LOGGED
        : TraceHeader.Sessions.RECONSTRUCTED;
  }

  private List<LogFormat> distinct() {
    return logs.formats().values().stream().map(FormatGuess::format).distinct().toList();
  }

  private Optional<String> startTime(OptionalLong start) {
    boolean absolute = distinct().stream().allMatch(f -> f.clock() == LogFormat.Clock.EPOCH);
    if (!absolute || start.isEmpty()) {
      return Optional.empty();
    }
    long nanos = start.getAsLong();
    return Optional.of(Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND).toString());
  }

  private String inputTokenRule() {
    String logged = String.join("; ", distinct().stream().map(LogFormat::inputTokenRule).toList());
    return contentTokens
        .map(tokens -> tokens.rule() + "; without messages: " + logged)
        .orElse(logged);
  }

  /** How the trace's blocks are cut; absent if it has none, or logs that disagree. */
  Optional<BlockScheme> blocks() {
    if (contentTokens.isPresent()) {
      return Optional.of(contentTokens.get().scheme());
    }
    List<LogFormat> distinct = distinct();
    return distinct.size() == 1 ? distinct.get(0).blocks() : Optional.empty();
  }

  /**
   * What is said where a tokenizer was not used, or blocks that logs have were left out: ids of two
   * logs mean nothing together.
   */
  Optional<String> aboutBlocks() {
    if (plan.tokenizer().isPresent() && contentTokens.isEmpty()) {
      return Optional.of(
          "--tokenizer was not used: the log holds no prompts, but prefix blocks of its own, which"
              + " were kept");
    }
    List<String> cut =
        distinct().stream()
            .filter(format -> format.blocks().isPresent())
            .map(format -> format.name() + " of " + format.blocks().get().blockTokens() + " tokens")
            .toList();
    if (cut.isEmpty() || (contentTokens.isEmpty() && blocks().isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        "the prefix blocks in the logs were left out ("
            + String.join(", ", cut)
            + "): "
            + (contentTokens.isPresent()
                ? "with --tokenizer only blocks that it cuts go into the trace"
                : "logs of several formats do not share ids; ingest each format by itself to keep"
                    + " them"));
  }

  /** Refuses to add to a trace what does not go with it. */
  void requireAlike() {
    before.ifPresent(
        trace ->
            trace.requireAlike(
                distinct().stream().map(LogFormat::name).toList(), options(Optional.empty())));
  }

  private SortedMap<String, String> options(Optional<SessionFacts> sessions) {
    IngestOptions chosen = plan.options();
    SortedMap<String, String> options = new TreeMap<>();
    options.put("format", String.join(",", distinct().stream().map(LogFormat::name).toList()));
    options.put("reorder_rows", String.valueOf(plan.reorderRows()));
    plan.tokenizer()
        .filter(tokenizer -> contentTokens.isPresent())
        .ifPresent(
            tokenizer -> {
              options.put("block_tokens", String.valueOf(plan.blockTokens()));
              options.put("tokenizer_sha256", tokenizer.sha256());
            });
    sessions.ifPresent(s -> options.put("sessions", s.origin().words()));
    if (sessions.isPresent() && sessions.get().turnsNumbered()) {
      options.put("turns", "numbered in order of arrival");
    }
    chosen.since().ifPresent(bound -> options.put("since", bound.words()));
    chosen.until().ifPresent(bound -> options.put("until", bound.words()));
    chosen.sample().ifPresent(s -> options.put("sample_sessions", String.valueOf(s.share())));
    chosen.classes().ifPresent(rules -> options.put("classes_sha256", rules.sha256()));
    logs.idRule().ifPresent(rule -> options.put("request_ids", rule));
    if (chosen.splitOnReset()) {
      options.put("split_on_reset", "true");
    }
    return options;
  }

  private Step step(Optional<SessionFacts> sessions) {
    List<Step.InputFile> inputs =
        new ArrayList<>(before.map(GrowingTrace::inputs).orElse(List.of()));
    for (LogSource log : logs.formats().keySet()) {
      inputs.add(new Step.InputFile("log", read.sha256(log)));
    }
    return new Step(
        "ingest",
        ToolVersion.CURRENT,
        options(sessions),
        plan.options().sample().map(SessionSample::seed),
        inputs,
        false);
  }
}
