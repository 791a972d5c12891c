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
 * LiteLLM's StandardLoggingPayload, one JSON object a line: what its proxy logs for every call,
 * prompts and answers included. The first request tag is the class; {@code trace_id} the session.
 * Attempts of one request share its trace_id and are put together ({@link LiteLlmAttempts}); a
 * failed one has no lengths, so that no token counts twice.
 */
final class LiteLlmPayload implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final List<String> CALLERS =
      List.of(
          "metadata.user_api_key_hash",
          "metadata.user_api_key_alias",
          "metadata.user_api_key_team_id");

  /** Of those the end user is nearest to a person; the last is who has the key. */
  private static final List<String> USERS =
      List.of(
          "end_user",
          "metadata.user_api_key_end_user_id",
          "model_parameters.safety_identifier",
          "model_parameters.user",
          "metadata.user_api_key_user_id");

  private static final String DETAILS = "metadata.usage_object.prompt_tokens_details.cached_tokens";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "litellm",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "prompt_tokens, cached ones included, as logged; 0 of a failed call is unknown");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("call_type", "startTime", "prompt_tokens", "model_group")
        ? Optional.of("its first line has call_type, startTime, prompt_tokens and model_group")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new LiteLlmReader(CALLERS, "trace_id", LiteLlmPayload::row);
  }

  private static TraceRow row(Fields fields) throws MalformedRow {
    long start = fields.requiredTime("startTime", SECOND);
    Optional<RequestStatus> status = LiteLlmCalls.status(fields);
    Request request =
        new Request(
            fields.text("id").orElse(fields.rowId()),
            start,
            LiteLlmCalls.firstTag(fields),
            origin(fields),
            new Conversation(fields.text("trace_id"), OptionalInt.empty(), Optional.empty()),
            tokens(fields, status),
            Optional.empty(),
            streaming(fields),
            Optional.empty());
    return new TraceRow(
        request, observed(fields, start, status), EndUser.of(fields, USERS), content(fields));
  }

  private static Origin origin(Fields fields) throws MalformedRow {
    Optional<String> team = fields.text("metadata.user_api_key_team_id");
    return new Origin(
        team.isPresent() ? team : fields.text("metadata.user_api_key_hash"),
        fields.text("metadata.spend_logs_metadata.tier"),
        fields.text("model"),
        Optional.empty(),
        Optional.empty(),
        fields.text("call_type"));
  }

  private static Tokens tokens(Fields fields, Optional<RequestStatus> status) throws MalformedRow {
    OptionalInt input = fields.tokens("prompt_tokens");
    OptionalInt output = fields.tokens("completion_tokens");
    if (!status.equals(LiteLlmCalls.COMPLETED) && input.orElse(0) == 0) {
      input = OptionalInt.empty();
      output = OptionalInt.empty();
    }
    return new Tokens(
        input,
        output,
        fields.tokens(DETAILS),
        fields.tokens("metadata.usage_object.completion_tokens_details.reasoning_tokens"),
        fields.tokens("model_parameters.max_tokens"));
  }

  private static Optional<Boolean> streaming(Fields fields) {
    Optional<JsonNode> flag = fields.json("stream");
    return (flag.isPresent() ? flag : fields.json("model_parameters.stream"))
        .filter(JsonNode::isBoolean)
        .map(JsonNode::booleanValue);
  }

  private static Observed observed(Fields fields, long start, Optional<RequestStatus> status)
      throws MalformedRow {
    OptionalLong end = fields.time("endTime", SECOND);
    OptionalInt http = httpStatus(fields);
    if (status.filter(RequestStatus.FAILED::equals).isPresent()) {
      return Seen.failed(RequestStatus.ofHttpFailure(http.orElse(0)), http);
    }
    // For a call that does not stream, completionStartTime is just the end: no first token seen.
    OptionalLong first =
        streaming(fields).orElse(false)
            ? fields.time("completionStartTime", SECOND)
            : OptionalLong.empty();
    return new Observed(
        status,
        OptionalInt.empty(),
        Content.finishReason(fields.json("response")),
        OptionalLong.empty(),
        Seen.since(start, first, "completionStartTime"),
        Seen.since(start, end, "endTime"));
  }

  private static OptionalInt httpStatus(Fields fields) throws MalformedRow {
    Optional<String> code = fields.text("error_information.error_code");
    return code.isPresent() && code.get().matches("[1-5]\\d\\d")
        ? OptionalInt.of(Integer.parseInt(code.get()))
        : OptionalInt.empty();
  }

  /** Messages and response, if the proxy was allowed to log them: else both are a word. */
  private static Optional<String> content(Fields fields) {
    return Content.of(
        fields.json("messages"), fields.json("model_parameters.tools"), fields.json("response"));
  }
}
