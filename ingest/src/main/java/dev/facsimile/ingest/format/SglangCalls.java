package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Joins what SGLang logs when it receives a request with what it logs when it has finished it, by
 * the request's id. Holds the open requests.
 */
final class SglangCalls {

  /**
   * A request as it was received.
   *
   * @param clock when, nanoseconds on the log's clock
   */
  record Received(
      String id,
      long clock,
      Optional<Boolean> streaming,
      OptionalInt limit,
      Optional<String> prompt) {}

  /**
   * What {@code meta_info} tells of a finished request.
   *
   * @param input cached tokens included
   * @param finishType stop, length or abort
   * @param text the answer, where it is logged
   */
  record Finished(
      OptionalInt input,
      OptionalInt output,
      OptionalInt cached,
      Optional<String> finishType,
      OptionalLong queueNanos,
      OptionalLong ttftNanos,
      OptionalLong e2eNanos,
      Optional<String> text) {}

  private static final Finished NOTHING =
      new Finished(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty());

  private final OpenCalls<Received> calls = new OpenCalls<>();

  /** Whether the id is one of SGLang's own probes. */
  static boolean isHealthCheck(String id) {
    return id.contains("HEALTH_CHECK");
  }

  void received(Received call, LogRows rows) {
    calls.begin(call.id(), call).forEach(givenUp -> rows.accepted(row(givenUp, NOTHING)));
  }

  /**
   * The request ends.
   *
   * @param begun the request as its end tells of it, for a log that begins after it was received
   */
  void finished(Received begun, Finished end, LogRows rows) {
    Optional<Received> open = calls.end(begun.id());
    rows.accepted(row(open.orElse(begun), end));
    if (open.isPresent()) {
      rows.merged("the end of a request");
    }
  }

  void end(LogRows rows) {
    calls.endAll().forEach(call -> rows.accepted(row(call, NOTHING)));
  }

  /** The request and how it ended as one row. */
  static TraceRow row(Received call, Finished end) {
    Tokens tokens =
        new Tokens(end.input(), end.output(), end.cached(), OptionalInt.empty(), call.limit());
    Observed observed =
        new Observed(
            end.finishType().map(SglangCalls::status),
            OptionalInt.empty(),
            end.finishType(),
            end.queueNanos(),
            end.ttftNanos(),
            end.e2eNanos());
    return new TraceRow(
        Request.of(call.id(), call.clock(), tokens).streamed(call.streaming()),
        observed,
        Content.ofPrompt(call.prompt(), end.text()));
  }

  private static RequestStatus status(String finishType) {
    return finishType.equals("abort") ? RequestStatus.CANCELLED : RequestStatus.COMPLETED;
  }
}
