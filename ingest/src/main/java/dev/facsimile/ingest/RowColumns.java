package dev.facsimile.ingest;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A row as a person reads it: each column that has a value, in the order of the file. */
final class RowColumns {
  private static final int LONGEST = 100;

  private final Map<String, String> columns = new LinkedHashMap<>();

  private RowColumns() {}

  /** The columns of {@code row}; its arrival is still on the log's clock. */
  static Map<String, String> of(TraceRow row) {
    RowColumns found = new RowColumns();
    found.add(row.request());
    found.text("user_id", row.userId());
    found.add(row.observed());
    found.text("content", row.content());
    return found.columns;
  }

  private void add(Request request) {
    columns.put("request_id", request.id());
    columns.put("arrival_ns", String.valueOf(request.arrivalNanos()));
    text("class", request.requestClass());
    text("tenant", request.origin().tenant());
    text("tenant_tier", request.origin().tenantTier());
    text("model", request.origin().model());
    text("adapter", request.origin().adapter());
    text("region", request.origin().region());
    text("endpoint", request.origin().endpoint());
    text("session_id", request.conversation().sessionId());
    number("turn", request.conversation().turn());
    text("parent_request_id", request.conversation().parentRequestId());
    number("input_tokens", request.tokens().input());
    number("output_tokens", request.tokens().output());
    number("cached_tokens", request.tokens().cached());
    number("reasoning_tokens", request.tokens().reasoning());
    number("max_output_tokens", request.tokens().maxOutput());
    text("streaming", request.streaming().map(String::valueOf));
    text("cache_eligible", request.cacheEligible().map(String::valueOf));
    text("prefix_blocks", request.prefixBlocks().map(String::valueOf));
  }

  private void add(Observed observed) {
    text("status", observed.status().map(RequestStatus::word));
    number("http_status", observed.httpStatus());
    text("finish_reason", observed.finishReason());
    number("queue_ns", observed.queueNanos());
    number("ttft_ns", observed.ttftNanos());
    number("e2e_ns", observed.e2eNanos());
  }

  private void text(String column, Optional<String> value) {
    value.ifPresent(text -> columns.put(column, text));
  }

  private void number(String column, OptionalInt value) {
    value.ifPresent(number -> columns.put(column, String.valueOf(number)));
  }

  private void number(String column, OptionalLong value) {
    value.ifPresent(number -> columns.put(column, String.valueOf(number)));
  }

  /** The beginning of a long value, for showing. */
  static String cut(String value) {
    return value.length() <= LONGEST
        ? value
        : value.substring(0, LONGEST) + "… (" + value.length() + " characters)";
  }
}
