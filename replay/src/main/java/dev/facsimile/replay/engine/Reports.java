package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;

/** What a lane's courier tells the run. Each request's reports come in the order they were made. */
interface Reports {
  /** A request's first byte is being written. */
  void dispatched(long atNanos, long sendLagNanos);

  /** Chunks with tokens were read. */
  void tokens(int count, long atNanos);

  /** An attempt has ended; told only where attempts may be repeated. */
  void attempt(Attempt attempt);

  /** Another attempt will be made. */
  void retried();

  /** An answer's text, before its outcome. */
  void text(String requestId, AnswerText text);

  /** A request has ended; exactly once for each that was started. */
  void ended(Outcome outcome);

  /** A server named its software. */
  void server(String name);

  /** The engine itself failed. */
  void bug(Throwable error);
}
