package dev.facsimile.ingest;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;

/**
 * A share of the sessions, each kept or left out as a whole by a hash of its id under the seed: the
 * same seed keeps the same sessions, whatever else is in the log. A request without a session is a
 * session of its own.
 *
 * @param share share of sessions kept, above 0 and at most 1
 * @param seed chooses which
 */
public record SessionSample(double share, long seed) {
  /** What became of a row that is not in it. */
  static final String SKIPPED = "not in the sample of sessions";

  public SessionSample {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share is " + share + ", expected above 0 and at most 1");
    }
  }

  boolean keeps(Request request) {
    String session =
        request.conversation().sessionId().map(id -> "session " + id).orElse("id " + request.id());
    long hash = new SeededStreams(seed).value(session, 0);
    return (hash >>> 11) * 0x1p-53 < share;
  }
}
