package dev.facsimile.ingest.format;

import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;

/** Reads LiteLLM's calls, leaves out what is no request, and puts the attempts of one together. */
final class LiteLlmReader implements LogReader {
  private final List<String> callers;
  private final String traceId;
  private final Call call;
  private final LiteLlmAttempts attempts = new LiteLlmAttempts();

  /** Makes the row of a call. */
  @FunctionalInterface
  interface Call {
    TraceRow row(Fields fields) throws MalformedRow;
  }

  /**
   * Of one of its logs.
   *
   * @param callers fields that name who called
   * @param traceId the field that all attempts of a request share
   * @param call makes a call's row
   */
  LiteLlmReader(List<String> callers, String traceId, Call call) {
    this.callers = callers;
    this.traceId = traceId;
    this.call = call;
  }

  @Override
  public void read(Fields fields, LogRows rows) throws MalformedRow {
    Optional<String> notARequest = LiteLlmCalls.notARequest(fields, callers);
    if (notARequest.isPresent()) {
      rows.skipped(notARequest.get());
    } else {
      attempts.add(fields.text(traceId), fields.json("messages"), call.row(fields), rows);
    }
  }

  @Override
  public void end(LogRows rows) {
    attempts.end(rows);
  }
}
