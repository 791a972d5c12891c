package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The table {@code LiteLLM_SpendLogs} of LiteLLM's proxy, exported from Postgres as CSV: times in
 * ms without a zone, which are UTC, and JSON inside cells. The first request tag is the class;
 * {@code session_id} is the trace id that attempts of one request share ({@link LiteLlmAttempts}).
 */
final class LiteLlmSpendLogs implements LogFormat {
  private static final List<String> CALLERS = List.of("api_key", "team_id");
  private static final List<String> CACHED =
      List.of("additional_usage_values", "usage_object").stream()
          .map(usage -> "metadata." + usage + ".prompt_tokens_details.cached_tokens")
          .toList();

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "litellm-spendlogs",
        Shape.CSV,
        Clock.EPOCH,
        "prompt_tokens, cached ones included, as logged; 0 of a failed call is unknown");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample
            .csvHeader()
            .containsAll(List.of("request_id", "call_type", "startTime", "prompt_tokens", "spend"))
        ? Optional.of("its header has request_id, call_type, startTime, prompt_tokens and spend")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new LiteLlmReader(CALLERS, "session_id", LiteLlmSpendLogs::row);
  }

  private static TraceRow row(Fields fields) throws MalformedRow {
    long start = fields.requiredTimestamp("startTime");
    OptionalLong end = fields.timestamp("endTime");
    OptionalLong first = fields.timestamp("completionStartTime");
    // For a call that does not stream, completionStartTime is just the end.
    boolean streamed = first.isPresent() && end.isPresent() && !first.equals(end);
    Optional<RequestStatus> status = LiteLlmCalls.status(fields);
    boolean failed = status.filter(RequestStatus.FAILED::equals).isPresent();
    Request request =
        new Request(
            fields.text("request_id").orElse(fields.rowId()),
            start,
            LiteLlmCalls.firstTag(fields),
            origin(fields),
            Conversation.of(fields.text("session_id")),
            tokens(fields, status),
            Optional.empty(),
            failed ? Optional.empty() : Optional.of(streamed),
            Optional.empty());
    Optional<JsonNode> response = fields.json("response").filter(JsonNode::isObject);
    Observed observed =
        failed
            ? Seen.failed(RequestStatus.FAILED, OptionalInt.empty())
            : new Observed(
                status,
                OptionalInt.empty(),
                Content.finishReason(response),
                OptionalLong.empty(),
                Seen.since(start, streamed ? first : OptionalLong.empty(), "completionStartTime"),
                Seen.since(start, end, "endTime"));
    return new TraceRow(
        request,
        observed,
        EndUser.of(fields, List.of("end_user", "user")),
        Content.of(fields.json("messages"), Optional.empty(), response));
  }

  private static Origin origin(Fields fields) throws MalformedRow {
    return new Origin(
        fields.firstText("team_id", "organization_id", "api_key"),
        Optional.empty(),
        fields.text("model"),
        Optional.empty(),
        Optional.empty(),
        fields.text("call_type"));
  }

  private static Tokens tokens(Fields fields, Optional<RequestStatus> status) throws MalformedRow {
    OptionalInt input = fields.tokens("prompt_tokens");
    OptionalInt output = fields.tokens("completion_tokens");
    if (!status.equals(LiteLlmCalls.COMPLETED) && input.orElse(0) == 0) {
      return Tokens.UNKNOWN;
    }
    return new Tokens(
        input,
        output,
        Seen.within(input, fields.firstTokens(CACHED.toArray(String[]::new))),
        OptionalInt.empty(),
        OptionalInt.empty());
  }
}
