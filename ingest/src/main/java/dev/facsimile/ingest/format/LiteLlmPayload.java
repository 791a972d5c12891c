package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * LiteLLM's StandardLoggingPayload, one JSON object a line: what its proxy logs for every call,
 * prompts and answers included. The first request tag is the class; {@code trace_id} the session.
 */
final class LiteLlmPayload implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final String DETAILS = "metadata.usage_object.prompt_tokens_details.cached_tokens";

  @Override
  public String name() {
    return "litellm";
  }

  @Override
  public Shape shape() {
    return Shape.JSON_LINES;
  }

  @Override
  public Clock clock() {
    return Clock.EPOCH;
  }

  @Override
  public String inputTokenRule() {
    return "prompt_tokens, cached ones included, as logged; 0 of a failed call is unknown";
  }

  @Override
  public Optional<BlockScheme> blocks() {
    return Optional.empty();
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("call_type", "startTime", "prompt_tokens", "model_group")
        ? Optional.of("its first line has call_type, startTime, prompt_tokens and model_group")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return LiteLlmPayload::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    if (fields.json("cache_hit").filter(JsonNode::asBoolean).isPresent()) {
      rows.skipped("answered by the gateway's own cache");
      return;
    }
    long start = fields.requiredTime("startTime", SECOND);
    boolean failed = fields.text("status").filter("failure"::equals).isPresent();
    Request request =
        new Request(
            fields.text("id").orElse(fields.rowId()),
            start,
            firstTag(fields),
            origin(fields),
            new Conversation(fields.text("trace_id"), OptionalInt.empty(), Optional.empty()),
            tokens(fields, failed),
            Optional.empty(),
            streaming(fields),
            Optional.empty());
    rows.accepted(new TraceRow(request, observed(fields, start, failed), content(fields)));
  }

  private static Optional<String> firstTag(Fields fields) {
    return fields
        .json("request_tags")
        .filter(tags -> tags.isArray() && tags.size() > 0 && tags.get(0).isTextual())
        .map(tags -> tags.get(0).textValue());
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

  private static Tokens tokens(Fields fields, boolean failed) throws MalformedRow {
    OptionalInt input = fields.tokens("prompt_tokens");
    OptionalInt output = fields.tokens("completion_tokens");
    if (failed && input.orElse(0) == 0) {
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

  private static Observed observed(Fields fields, long start, boolean failed) throws MalformedRow {
    OptionalLong end = fields.time("endTime", SECOND);
    OptionalInt http = httpStatus(fields);
    if (failed) {
      return new Observed(
          Optional.of(RequestStatus.ofHttpFailure(http.orElse(0))),
          http,
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());
    }
    // For a call that does not stream, completionStartTime is just the end: no first token seen.
    OptionalLong first =
        streaming(fields).orElse(false)
            ? fields.time("completionStartTime", SECOND)
            : OptionalLong.empty();
    return new Observed(
        Optional.of(RequestStatus.COMPLETED),
        OptionalInt.empty(),
        finishReason(fields),
        OptionalLong.empty(),
        since(start, first, "completionStartTime"),
        since(start, end, "endTime"));
  }

  private static OptionalLong since(long start, OptionalLong end, String field)
      throws MalformedRow {
    if (end.isPresent() && end.getAsLong() < start) {
      throw new MalformedRow(field + " lies before startTime, expected it after");
    }
    return end.isPresent() ? OptionalLong.of(end.getAsLong() - start) : end;
  }

  private static OptionalInt httpStatus(Fields fields) throws MalformedRow {
    Optional<String> code = fields.text("error_information.error_code");
    return code.isPresent() && code.get().matches("[1-5]\\d\\d")
        ? OptionalInt.of(Integer.parseInt(code.get()))
        : OptionalInt.empty();
  }

  private static Optional<String> finishReason(Fields fields) {
    return fields
        .json("response")
        .map(response -> response.path("choices").path(0).path("finish_reason"))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue);
  }

  /** Messages and response as one object, if the proxy was allowed to log them. */
  private static Optional<String> content(Fields fields) {
    Optional<JsonNode> messages = fields.json("messages").filter(JsonNode::isArray);
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.set("messages", messages.get());
    fields.json("response").ifPresent(response -> content.set("response", response));
    return Optional.of(content.toString());
  }
}
