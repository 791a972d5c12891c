package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;

/** Takes what a run gives, on the event loop: it must be quick. */
@FunctionalInterface
public interface Results {
  /** Exactly one for each request. */
  void outcome(Outcome outcome);

  /** One for each attempt, before the request's outcome; only where attempts may be repeated. */
  default void attempt(Attempt attempt) {}

  /** An answer's text, before the request's outcome; only where texts are kept. */
  default void text(String requestId, AnswerText text) {}
}
