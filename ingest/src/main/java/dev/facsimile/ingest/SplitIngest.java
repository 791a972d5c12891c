package dev.facsimile.ingest;

import dev.facsimile.ingest.IngestOptions.SessionSource;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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
   * A log, as a task must know it.
   *
   * @param number its number among the logs, from 1
   * @param label its name
   * @param format the name of its format
   * @param idPrefix with which ids of rows without one begin
   * @param idQualifier what to put before ids that the log gives; often nothing
   * @param since arrivals from here on are wanted, on the log's clock
   * @param until and before this one
   */
  public record Log(
      int number,
      String label,
      String format,
      String idPrefix,
      String idQualifier,
      long since,
      long until)
      implements Serializable {}

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
   * @param sha256 of each log, in the order of {@link #logs}
   * @param orders of each log's rows, likewise
   * @param clockFindings of each format, by its name
   */
  public record Found(
      List<String> sha256, List<LogOrder.Facts> orders, Map<String, List<String>> clockFindings) {}

  /** For what does not depend on what is found. */
  private static final Found NOTHING = new Found(List.of(), List.of(), Map.of());

  private final Ingest.Plan plan;
  private final RecognisedLogs recognised;
  private final Optional<ContentTokens> counting;
  private final List<LogStream.Part> parts;

  /**
   * An ingest of logs that are files.
   *
   * @throws InputException if a log is of no format, or is one that cannot be read in pieces
   */
  public SplitIngest(Ingest.Plan plan) throws IOException {
    this.plan = plan;
    requireNoStretches(plan.options());
    recognised = new RecognisedLogs(plan.logs(), plan.format());
    for (Map.Entry<LogSource, FormatGuess> log : recognised.formats().entrySet()) {
      requireAlone(log.getKey(), log.getValue().format());
    }
    parts = recognised.parts();
    counting =
        plan.tokenizer()
            .filter(t -> recognised.useTokenizer())
            .map(t -> new ContentTokens(t, plan.blockTokens()));
  }

  private static void requireNoStretches(IngestOptions options) {
    if (options.resume()) {
      throw new InputException(
          "--resume needs an ingest on one machine: here name all logs again, without it");
    }
    if (options.splitOnReset()) {
      throw new InputException(
          "--split-on-reset needs an ingest on one machine: here cut the log at the line of the"
              + " reset and ingest its parts");
    }
  }

  private static void requireAlone(LogSource log, LogFormat format) {
    if (!log.isFile()) {
      throw new InputException("a log cannot be read in pieces from standard input");
    }
    if (format.joinsFiles() || format.sharesCalls()) {
      throw new InputException(
          log.label(),
          "is "
              + format.name()
              + ", whose rows join those of other logs, expected a format whose logs can be read"
              + " apart: ingest it on one machine");
    }
  }

  /** The logs. */
  public List<Log> logs() {
    return parts.stream().map(this::log).toList();
  }

  /** Where they lie, in their order. */
  public List<Path> paths() {
    return parts.stream().map(part -> part.source().label()).toList();
  }

  private Log log(LogStream.Part part) {
    LogFormat format = format(part);
    TimeBounds bounds = TimeBounds.of(plan.options(), format);
    return new Log(
        part.number(),
        part.source().label().toString(),
        format.name(),
        part.idPrefix(),
        part.idQualifier(),
        bounds.since(),
        bounds.until());
  }

  private LogFormat format(LogStream.Part part) {
    return recognised.formats().get(part.source()).format();
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

  /** The trace's header. */
  public TraceHeader header(
      long rows, ClockExam exam, Optional<SessionFacts> sessions, Found found) {
    return facts(found).header(rows, exam, Optional.empty(), sessions);
  }

  /**
   * What is told at the end.
   *
   * @param sameRecords records left out because they were there before
   */
  public Ingest.Summary summary(
      TraceHeader header,
      Ended ended,
      SessionTally tally,
      long sameRecords,
      Optional<SessionFacts> sessions,
      long distinctBlocks,
      Found found) {
    List<String> notes = new ArrayList<>(recognised.notes());
    facts(found).aboutBlocks().ifPresent(notes::add);
    if (tooMany(distinctBlocks)) {
      notes.add(TracePart.TOO_MANY_BLOCKS);
    }
    tally.uncountedNote().ifPresent(notes::add);
    return new Ingest.Summary(
        ended.read(),
        header.rows(),
        ended.merged(),
        skipped(ended, sameRecords, tally.leftOut()),
        ended.refused(),
        ended.refusals(),
        ended.rejects(),
        recognised.byPath(),
        header.clock().findings(),
        List.of(plan.output()),
        sessions.map(facts -> Map.of(plan.output(), facts)).orElse(Map.of()),
        notes,
        new TreeMap<>(tally.classes()));
  }

  private static SortedMap<String, Long> skipped(Ended ended, long sameRecords, long notInSample) {
    SortedMap<String, Long> skipped = new TreeMap<>(ended.skipped());
    if (sameRecords > 0) {
      skipped.merge(SameRecords.REASON, sameRecords, Long::sum);
    }
    if (notInSample > 0) {
      skipped.merge(SessionSample.SKIPPED, notInSample, Long::sum);
    }
    return skipped;
  }

  private TraceFacts facts(Found found) {
    return new TraceFacts(plan, recognised, counting, read(found), Optional.empty());
  }

  private LogsRead read(Found found) {
    Map<LogSource, String> digests = new HashMap<>();
    for (int i = 0; i < found.sha256().size(); i++) {
      digests.put(parts.get(i).source(), found.sha256().get(i));
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
