package dev.facsimile.ingest.session;

import dev.facsimile.trace.Request;
import java.util.OptionalInt;

/**
 * What is remembered of a request for those that continue it.
 *
 * @param arrivalNanos its arrival
 * @param input its input tokens
 * @param output its output tokens
 */
public record Earlier(long arrivalNanos, OptionalInt input, OptionalInt output) {

  static Earlier of(Request request) {
    return new Earlier(request.arrivalNanos(), request.tokens().input(), request.tokens().output());
  }
}
