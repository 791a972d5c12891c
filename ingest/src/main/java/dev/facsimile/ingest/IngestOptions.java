package dev.facsimile.ingest;

import dev.facsimile.ingest.classify.ClassRules;
import java.util.Optional;

/**
 * What shapes a trace besides its logs, each off unless asked for.
 *
 * @param since leaves out requests that arrived before
 * @param until leaves out requests that arrived then or later
 * @param sample keeps a share of the sessions
 * @param sessions where session ids come from
 * @param classes rules that give requests their class
 * @param splitOnReset makes each stretch between resets of the clock a trace of its own
 * @param keepRaw puts the refused lines themselves into the list of rejects
 * @param resume adds the logs to the trace that is there already, passing over those it holds
 */
public record IngestOptions(
    Optional<TimeBound> since,
    Optional<TimeBound> until,
    Optional<SessionSample> sample,
    SessionSource sessions,
    Optional<ClassRules> classes,
    boolean splitOnReset,
    boolean keepRaw,
    boolean resume) {

  public IngestOptions {
    if (resume && (splitOnReset || sample.isPresent())) {
      throw new IllegalArgumentException("a trace that is sampled or split cannot grow");
    }
  }

  /** Where session ids come from. */
  public enum SessionSource {
    /** Logged ids if there are any, else reconstructed if parent ids or blocks allow it. */
    AUTO,
    /** Logged ids only. */
    LOGGED,
    /** Reconstructed, even where ids are logged. */
    RECONSTRUCT,
    /** No sessions. */
    NONE;

    /** Whether they may be reconstructed. */
    boolean mayReconstruct() {
      return this == AUTO || this == RECONSTRUCT;
    }
  }

  /** Everything in, sessions as the log allows. */
  public static final IngestOptions DEFAULT =
      new IngestOptions(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          SessionSource.AUTO,
          Optional.empty(),
          false,
          false,
          false);
}
