package dev.facsimile.replay.endpoint;

import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.outcome.Answer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the answer to one request as it comes. Times are nanoseconds from the run's zero, of the
 * socket read that brought the bytes. For one thread.
 */
public interface AnswerReader {

  /** The headers came. */
  void head(ResponseHead head, long atNanos);

  /** More of the body came. */
  void body(byte[] bytes, int from, int to, long atNanos);

  /**
   * Nothing more will come.
   *
   * @param whole whether the HTTP message was complete, rather than cut by a closed connection
   */
  Ending end(boolean whole);

  /** What has come so far. */
  Answer answer();

  /** Chunks with tokens so far. */
  int eventTokens();

  /** How long the server asked to wait before another attempt, {@code Retry-After}. */
  OptionalLong retryAfterNanos();

  /** Hands over the text so far, where it was kept and there was room for it; once. */
  Optional<AnswerText> text();
}
