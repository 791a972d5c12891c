package dev.facsimile.ingest;

import dev.facsimile.trace.header.TurnLengths;
import java.util.Optional;

/**
 * What a trace's sessions look like.
 *
 * @param origin where their ids come from
 * @param sessions number of sessions
 * @param continuations requests that follow another of their session
 * @param longest turns of the longest
 * @param gaps time from one arrival to the next of a session
 * @param turnLengths what input lengths of later turns count
 * @param turnsNumbered whether ingest numbered turns that the log does not
 */
public record SessionFacts(
    Origin origin,
    long sessions,
    long continuations,
    int longest,
    Optional<Gaps> gaps,
    Optional<TurnLengths> turnLengths,
    boolean turnsNumbered) {

  /** The same, of turns that ingest numbered or did not. */
  public SessionFacts numbered(boolean byIngest) {
    return new SessionFacts(origin, sessions, continuations, longest, gaps, turnLengths, byIngest);
  }

  /** Where session ids come from. */
  public enum Origin {
    LOGGED("logged"),
    BY_FORMAT("reconstructed from what the format logs instead of ids"),
    PARENT_IDS("reconstructed from parent ids"),
    PREFIX_BLOCKS("reconstructed from prefix blocks");

    private final String words;

    Origin(String words) {
      this.words = words;
    }

    /** In words, for people. */
    public String words() {
      return words;
    }
  }

  /** Percentiles 10, 50 and 90 in nanoseconds. */
  public record Gaps(long p10Nanos, long p50Nanos, long p90Nanos) {}

  /** Requests in a session, on average. */
  public double meanTurns() {
    return (double) (sessions + continuations) / sessions;
  }
}
