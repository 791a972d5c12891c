package dev.facsimile.ingest;

import dev.facsimile.ingest.IngestOptions.SessionSource;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.session.BlockVisits;
import dev.facsimile.ingest.session.Lineage;
import dev.facsimile.ingest.session.LoggedSessions;
import dev.facsimile.ingest.session.NoSessions;
import dev.facsimile.ingest.session.ParentChains;
import dev.facsimile.ingest.session.PrefixFamilies;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One trace file in the making: counts arrivals from the first one, refuses rows that come too late
 * for the reorder window, and, where sessions must be reconstructed, writes the file twice: rows go
 * to a hidden file beside it while their blocks are counted, then from there to the trace.
 */
final class TracePart implements Closeable {
  /** Without being asked, a reconstruction holds no more distinct blocks than this. */
  static final int MOST_BLOCKS_UNASKED = 4_000_000;

  /** What is said of more. */
  static final String TOO_MANY_BLOCKS =
      "sessions were not reconstructed, since there are more than "
          + MOST_BLOCKS_UNASKED / 1_000_000
          + " million distinct blocks: --sessions reconstruct holds them all in memory";

  private final IngestOptions options;
  private final boolean keepsBlocks;
  private final Path firstPass;
  private final Rejects rejects;
  private final ClockExam clock = new ClockExam();
  private final TraceWriter writer;
  private final TraceOutput out;
  private Optional<BlockVisits> visits;
  private Optional<String> note = Optional.empty();
  private boolean sessionsLogged;
  private boolean turnsNumbered;
  private boolean parentsLogged;
  private long last = Long.MIN_VALUE;

  /**
   * A finished trace.
   *
   * @param output what last wrote its rows, with the tallies
   * @param note what is to be said about its sessions
   */
  record Done(
      Path file,
      TraceHeader header,
      TraceOutput output,
      Optional<SessionFacts> sessions,
      Optional<String> note) {}

  /**
   * Starts a trace.
   *
   * @param output a name beside which its hidden file may lie
   * @param blocks how the rows' prefix blocks are cut; those of rows are left out if absent
   */
  TracePart(IngestOptions options, Path output, Optional<BlockScheme> blocks, Rejects rejects)
      throws IOException {
    this.options = options;
    this.keepsBlocks = blocks.isPresent();
    this.rejects = rejects;
    this.firstPass =
        output.toAbsolutePath().resolveSibling("." + output.getFileName() + ".first-pass");
    firstPass.toFile().deleteOnExit();
    this.visits =
        blocks
            .filter(
                scheme ->
                    options.sessions().mayReconstruct()
                        && scheme.scope() != BlockScheme.Scope.SESSION)
            .map(BlockVisits::new);
    this.writer = TraceWriter.createPrivate(firstPass);
    Lineage lineage =
        options.sessions() == SessionSource.NONE ? new NoSessions() : new LoggedSessions();
    // Whole sessions can only be left out once it is known which rows belong to one.
    this.out =
        new TraceOutput(
            writer::write,
            lineage,
            options.sessions().mayReconstruct() ? Optional.empty() : options.sample());
  }

  /** Takes the next row in order of the log's clock. */
  void accept(Placed placed) throws IOException {
    if (placed.clock() < last) {
      rejects.add(placed.log(), placed.line(), tooLate(last - placed.clock()), Optional.empty());
      return;
    }
    last = placed.clock();
    TraceRow row = placed.row();
    Request request = row.request().at(clock.arrival(placed.clock()));
    note(request);
    TraceRow arrived = row.with(request);
    out.accept(keepsBlocks ? arrived : arrived.withoutBlocks());
  }

  /** Why a row is refused that comes so many nanoseconds too late. */
  static String tooLate(long nanos) {
    return "arrives "
        + nanos / 1_000_000
        + " ms before a row already written, farther"
        + " than the reorder window reaches: was the clock reset?";
  }

  private void note(Request request) {
    boolean inSession = request.conversation().sessionId().isPresent();
    sessionsLogged |= inSession;
    turnsNumbered |= inSession && request.conversation().turn().isEmpty();
    parentsLogged |= request.conversation().parentRequestId().isPresent();
    if (visits.isEmpty()) {
      return;
    }
    boolean unasked = options.sessions() == SessionSource.AUTO;
    if (parentsLogged || (unasked && sessionsLogged)) {
      visits = Optional.empty();
      return;
    }
    visits.get().count(request);
    if (unasked && visits.get().distinct() > MOST_BLOCKS_UNASKED) {
      visits = Optional.empty();
      note = Optional.of(TOO_MANY_BLOCKS);
    }
  }

  long rows() {
    return writer.rows();
  }

  /**
   * Ends the trace under {@code name}.
   *
   * @param stretch which stretch of a log whose clock was reset it is
   */
  Done finish(Path name, TraceFacts facts, Optional<String> stretch) throws IOException {
    Optional<Origin> origin = origin();
    boolean again =
        origin.isPresent() && origin.get() != Origin.LOGGED
            || options.sessions().mayReconstruct() && options.sample().isPresent();
    if (!again) {
      Optional<SessionFacts> sessions =
          out.sessions(facts.originOfLogged()).map(found -> found.numbered(turnsNumbered));
      TraceHeader header = facts.header(writer.rows(), clock, stretch, sessions);
      writer.finish(header);
      Files.move(
          firstPass,
          name.toAbsolutePath(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return new Done(name, header, out, sessions, note);
    }
    writer.finish(facts.header(writer.rows(), clock, stretch, Optional.empty()));
    return secondPass(name, facts, stretch, origin);
  }

  /**
   * Where its sessions come from, all rows being there.
   *
   * @throws InputException if they cannot be found as was asked for
   */
  Optional<Origin> origin() {
    return origin(
        options.sessions(),
        sessionsLogged,
        parentsLogged,
        visits.isPresent() && visits.get().distinct() > 0);
  }

  /** Where sessions come from, by what the log has. */
  static Optional<Origin> origin(
      SessionSource source, boolean sessionsLogged, boolean parentsLogged, boolean blocks) {
    if (sessionsLogged && source != SessionSource.RECONSTRUCT) {
      return source == SessionSource.NONE ? Optional.empty() : Optional.of(Origin.LOGGED);
    }
    if (source.mayReconstruct() && parentsLogged) {
      return Optional.of(Origin.PARENT_IDS);
    }
    if (blocks) {
      return Optional.of(Origin.PREFIX_BLOCKS);
    }
    if (source == SessionSource.RECONSTRUCT) {
      throw new InputException(
          "--sessions reconstruct: the log has neither parent ids nor prefix blocks, expected one"
              + " of them (--tokenizer cuts blocks where prompts are logged)");
    }
    return Optional.empty();
  }

  private Done secondPass(
      Path name, TraceFacts facts, Optional<String> stretch, Optional<Origin> origin)
      throws IOException {
    boolean logged = origin.isEmpty() || origin.get() == Origin.LOGGED;
    Lineage lineage =
        logged
            ? new LoggedSessions()
            : origin.get() == Origin.PARENT_IDS
                ? new ParentChains()
                : new PrefixFamilies(visits.orElseThrow());
    try (TraceWriter second = TraceWriter.createPrivate(name);
        Rows<TraceRow> rows = TraceFile.open(firstPass).rowsWithContent()) {
      TraceOutput again = new TraceOutput(second::write, lineage, options.sample());
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        again.accept(logged ? row.get() : withoutSession(row.get()));
      }
      Optional<SessionFacts> sessions =
          again
              .sessions(logged ? facts.originOfLogged() : origin.get())
              .map(found -> found.numbered(logged && turnsNumbered));
      TraceHeader header = facts.header(second.rows(), clock, stretch, sessions);
      second.finish(header);
      return new Done(name, header, again, sessions, note);
    }
  }

  private static TraceRow withoutSession(TraceRow row) {
    Conversation logged = row.request().conversation();
    Conversation bare =
        new Conversation(Optional.empty(), OptionalInt.empty(), logged.parentRequestId());
    return row.with(row.request().within(bare));
  }

  @Override
  public void close() throws IOException {
    writer.close();
    Files.deleteIfExists(firstPass);
  }
}
