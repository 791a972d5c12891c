package dev.facsimile.ingest;

import dev.facsimile.ingest.session.Lineage;
import dev.facsimile.ingest.session.LoggedSessions;
import dev.facsimile.ingest.session.NoSessions;
import dev.facsimile.ingest.session.ParentChains;
import dev.facsimile.ingest.session.Placement;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Places the requests of sessions that come one whole session after another, each in order of time:
 * what an ingest does to all rows in order of time, done by tasks that share nothing. A record that
 * is there twice is left out the second time. Holds what is held of one session, and the time
 * between each turn and the one before of all.
 */
public final class SessionPass {
  /** What a request's place is told by. */
  public enum By {
    /** Nothing: no request is in a session. */
    NOTHING,
    /** The session that the log names. */
    LOGGED_ID,
    /** The parent that the log names, or that was found for it. */
    PARENT
  }

  /** Where rows go on. */
  @FunctionalInterface
  public interface Sink {
    void write(TraceRow row) throws IOException;
  }

  private static final Path NO_LOG = Path.of("");

  private final Supplier<Lineage> lineages;
  private final TraceOutput output;
  private final SameRecords records = new SameRecords();
  private Lineage lineage;
  private long same;

  /**
   * A pass.
   *
   * @param sample which sessions are kept, if not all
   */
  public SessionPass(By by, Optional<SessionSample> sample, Sink sink) {
    lineages =
        switch (by) {
          case NOTHING -> NoSessions::new;
          case LOGGED_ID -> LoggedSessions::new;
          case PARENT -> ParentChains::new;
        };
    lineage = lineages.get();
    output = new TraceOutput(sink, this::place, sample);
  }

  private Placement place(Request request) {
    return lineage.place(request);
  }

  /** What follows is another session. */
  public void nextSession() {
    lineage = lineages.get();
  }

  /** Takes the next row; its arrival is on the trace's clock. */
  public void accept(TraceRow row) throws IOException {
    if (records.holds(new Placed(row, NO_LOG, 0))) {
      same++;
    } else {
      output.accept(row);
    }
  }

  /** Records left out because they were there before. */
  public long sameRecords() {
    return same;
  }

  /** What was counted. */
  public SessionTally tally() {
    return output.tally();
  }
}
