package dev.facsimile.ingest;

import dev.facsimile.ingest.IngestOptions.SessionSource;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.classify.ClassShare;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@link Ingest} decides before it reads and puts together at the end, for an ingest whose
 * logs are read in pieces by tasks that share nothing: {@link LogPieces} cuts a log, {@link
 * PieceReader} reads a piece, {@link LogOrder} looks at the order of a log's rows, {@link
 * SessionPass} places the rows of whole sessions and {@link ClockExam} looks at the arrivals.
 */
public final class SplitIngest {

  /**
   * A log, as a task must know it: one file, or several whose rows join, which are read one after
   * another.
   *
   * @param number its number among the logs, from 1
   * @param format the name of its format
   * @param since arrivals from here on are wanted, on the log's clock
   * @param until and before this one
   */
  public record Log(int number, String format, List<LogFile> files, long since, long until)
      implements Serializable {
    public Log {
      files = List.copyOf(files);
    }
  }

  /**
   * A file of a log.
   *
   * @param label its name
   * @param idPrefix with which ids of rows without one begin
   * @param idQualifier what to put before ids that the log gives; often nothing
   */
  public record LogFile(String label, String idPrefix, String idQualifier)
      implements Serializable {}

  /**
   * A trace to be written.
   *
   * @param file its name
   * @param stretch what is said of it if it is one of several
   */
  public record Target(Path file, Optional<String> stretch) {}

  /**
   * A trace that was written.
   *
   * @param tally of its requests
   * @param sameRecords records left out because they were there before
   * @param sessions what its sessions look like
   * @param distinctBlocks distinct blocks, if they were counted; else 0
   */
  public record Written(
      Path file,
      TraceHeader header,
      SessionTally tally,
      long sameRecords,
      Optional<SessionFacts> sessions,
      long distinctBlocks) {}

  /**
   * What became of the rows.
   *
   * @param read rows read
   * @param merged rows that became part of others, by reason
   * @param skipped rows left out while they were read, by reason
   * @param refused rows refused
   * @param refusals rows refused, by kind of reason
   * @param rejects where they are listed, if there are any
   */
  public record Ended(
      long read,
      SortedMap<String, Long> merged,
      SortedMap<String, Long> skipped,
      long refused,
      SortedMap<String, Long> refusals,
      Optional<Path> rejects) {}

  /**
   * What was found of the logs while they were read.
   *
   * @param sha256 of each file of each log, in the order of {@link #logs}
   * @param orders of each log's rows, in that order
   * @param clockFindings of each format, by its name
   */
  public record Found(
      List<String> sha256, List<LogOrder.Facts> orders, Map<String, List<String>> clockFindings) {}

  /** For what does not depend on what is found. */
  private static final Found NOTHING = new Found(List.of(), List.of(), Map.of());

  private final Ingest.Plan plan;
  private final RecognisedLogs recognised;
  private final Optional<ContentTokens> counting;
  private final List<RecognisedLogs.Group> groups;
  private final Optional<GrowingTrace> before;

  /**
   * An ingest of logs that are files.
   *
   * @param logs those of the plan that are to be read
   * @param before the trace that they are added to
   * @throws InputException if a log is of no format, or cannot be read by a task, or does not go
   *     with the trace
   */
  public SplitIngest(Ingest.Plan plan, List<LogSource> logs, Optional<GrowingTrace> before)
      throws IOException {
    this.plan = plan;
    this.before = before;
    for (LogSource log : logs) {
      if (!log.isFile()) {
        throw new InputException("a log cannot be read in pieces from standard input");
      }
    }
    recognised = new RecognisedLogs(logs, plan.format());
    recognised.requireOneToSplit(plan.options());
    counting =
        plan.tokenizer()
            .filter(t -> recognised.useTokenizer())
            .map(t -> new ContentTokens(t, plan.blockTokens()));
    facts(new ReadInPieces(Map.of(), NOTHING)).requireAlike();
    groups = recognised.groups(before);
  }

  /** The logs. */
  public List<Log> logs() {
    List<Log> all = new ArrayList<>();
    for (RecognisedLogs.Group log : groups) {
      TimeBounds bounds = TimeBounds.of(plan.options(), log.format());
      all.add(
          new Log(
              all.size() + 1,
              log.format().name(),
              log.parts().stream().map(SplitIngest::file).toList(),
              bounds.since(),
              bounds.until()));
    }
    return all;
  }

  private static LogFile file(LogStream.Part part) {
    return new LogFile(part.source().label().toString(), part.idPrefix(), part.idQualifier());
  }

  /** Where the files of each lie, in their order. */
  public List<List<Path>> paths() {
    return groups.stream()
        .map(log -> log.parts().stream().map(part -> part.source().label()).toList())
        .toList();
  }

  /**
   * The traces to be written.
   *
   * @param cuts behind which another one begins
   */
  public List<Target> targets(List<LogOrder.Cut> cuts) {
    if (cuts.isEmpty()) {
      return List.of(new Target(plan.output(), Optional.empty()));
    }
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i <= cuts.size(); i++) {
      LogOrder.Cut cut = cuts.get(Math.max(0, i - 1));
      targets.add(
          new Target(
              TraceParts.stretchOf(plan.output(), i + 1),
              Optional.of(TraceParts.stretch(i + 1, cuts.size() + 1, cut.line(), cut.step()))));
    }
    return targets;
  }

  /** Whether contents are counted. */
  public boolean countsContent() {
    return counting.isPresent();
  }

  /** How the trace's blocks are cut; those of rows are left out if absent. */
  public Optional<BlockScheme> blocks() {
    return facts(NOTHING).blocks();
  }

  /** Whether sessions may be reconstructed from the blocks of rows. */
  public boolean mayUseBlocks(boolean sessionsLogged, boolean parentsLogged) {
    boolean cut =
        blocks().filter(scheme -> scheme.scope() != BlockScheme.Scope.SESSION).isPresent();
    SessionSource source = plan.options().sessions();
    return cut
        && !parentsLogged
        && (source == SessionSource.RECONSTRUCT
            || (source == SessionSource.AUTO && !sessionsLogged));
  }

  /**
   * Where the trace's sessions come from.
   *
   * @param sessionsLogged whether a row names its session
   * @param parentsLogged whether a row names its parent
   * @param distinctBlocks distinct blocks, if they may be used; else 0
   */
  public Optional<Origin> origin(
      boolean sessionsLogged, boolean parentsLogged, long distinctBlocks) {
    return TracePart.origin(
        plan.options().sessions(),
        sessionsLogged,
        parentsLogged,
        distinctBlocks > 0 && !tooMany(distinctBlocks));
  }

  private boolean tooMany(long distinctBlocks) {
    return plan.options().sessions() == SessionSource.AUTO
        && distinctBlocks > TracePart.MOST_BLOCKS_UNASKED;
  }

  /** What logged sessions are told to be. */
  public Origin originOfLogged() {
    return facts(NOTHING).originOfLogged();
  }

  /** A trace's header. */
  public TraceHeader header(
      long rows,
      ClockExam exam,
      Optional<String> stretch,
      Optional<SessionFacts> sessions,
      Found found) {
    return facts(found).header(rows, exam, stretch, sessions);
  }

  /** Why nothing is written: no row is a request. */
  public InputException noRequest(Ended ended, String firstReject) {
    return Ingest.noRequest(
        recognised, ended.read(), ended.merged(), ended.skipped(), ended.refused(), firstReject);
  }

  /** What is told at the end. */
  public Ingest.Summary summary(List<Written> traces, Ended ended, Found found) {
    List<String> findings = new ArrayList<>();
    Map<Path, SessionFacts> sessions = new LinkedHashMap<>();
    SortedMap<String, ClassShare> classes = new TreeMap<>();
    for (Written trace : traces) {
      trace.header().clock().findings().forEach(told -> findings.add(of(trace, traces, told)));
      trace.sessions().ifPresent(facts -> sessions.put(trace.file(), facts));
      trace.tally().classes().forEach((name, its) -> classes.merge(name, its, ClassShare::plus));
    }
    return new Ingest.Summary(
        ended.read(),
        traces.stream().mapToLong(trace -> trace.header().rows()).sum()
            - before.map(GrowingTrace::rows).orElse(0L),
        ended.merged(),
        skipped(ended, traces),
        ended.refused(),
        ended.refusals(),
        ended.rejects(),
        recognised.byPath(),
        findings,
        traces.stream().map(Written::file).toList(),
        sessions,
        notes(traces, found),
        classes);
  }

  private List<String> notes(List<Written> traces, Found found) {
    List<String> notes = new ArrayList<>(recognised.notes());
    facts(found).aboutBlocks().ifPresent(notes::add);
    traces.stream()
        .filter(trace -> tooMany(trace.distinctBlocks()))
        .forEach(trace -> notes.add(of(trace, traces, TracePart.TOO_MANY_BLOCKS)));
    traces.forEach(
        trace ->
            trace.tally().uncountedNote().ifPresent(note -> notes.add(of(trace, traces, note))));
    return notes;
  }

  private static String of(Written trace, List<Written> traces, String sentence) {
    return Ingest.of(trace.file(), traces.size(), sentence);
  }

  private static SortedMap<String, Long> skipped(Ended ended, List<Written> traces) {
    SortedMap<String, Long> skipped = new TreeMap<>(ended.skipped());
    for (Written trace : traces) {
      add(skipped, SameRecords.REASON, trace.sameRecords());
      add(skipped, SessionSample.SKIPPED, trace.tally().leftOut());
    }
    return skipped;
  }

  private static void add(SortedMap<String, Long> skipped, String reason, long rows) {
    if (rows > 0) {
      skipped.merge(reason, rows, Long::sum);
    }
  }

  private TraceFacts facts(Found found) {
    return facts(read(found));
  }

  private TraceFacts facts(LogsRead read) {
    return new TraceFacts(plan, recognised, counting, read, before);
  }

  private LogsRead read(Found found) {
    Map<LogSource, String> digests = new HashMap<>();
    Iterator<String> sha256 = found.sha256().iterator();
    for (RecognisedLogs.Group log : groups) {
      for (LogStream.Part part : log.parts()) {
        if (sha256.hasNext()) {
          digests.put(part.source(), sha256.next());
        }
      }
    }
    return new ReadInPieces(digests, found);
  }

  private record ReadInPieces(Map<LogSource, String> digests, Found found) implements LogsRead {
    @Override
    public String sha256(LogSource log) {
      return digests.get(log);
    }

    @Override
    public List<String> resets() {
      List<String> all = found.orders().stream().flatMap(order -> order.resets().stream()).toList();
      if (all.size() <= ClockResets.MOST_TOLD) {
        return all;
      }
      List<String> told = new ArrayList<>(all.subList(0, ClockResets.MOST_TOLD));
      told.add(ClockResets.AND_MORE);
      return told;
    }

    @Override
    public long lateRows() {
      return found.orders().stream().mapToLong(LogOrder.Facts::lateRows).sum();
    }

    @Override
    public long watchedRows() {
      return found.orders().stream().mapToLong(LogOrder.Facts::rows).sum();
    }

    @Override
    public long latestNanos() {
      return found.orders().stream().mapToLong(LogOrder.Facts::latestNanos).max().orElse(0);
    }

    @Override
    public List<String> clockFindings(LogFormat format) {
      return found.clockFindings().getOrDefault(format.name(), List.of());
    }
  }
}
