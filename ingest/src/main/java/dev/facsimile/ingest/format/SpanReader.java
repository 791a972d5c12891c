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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** How one GenAI span becomes a request; remembers spans to see one call once. */
final class SpanReader {
  private static final long SECOND = 1_000_000_000L;

  /** Operations that ask a model, by the conventions and by older SDKs. */
  private static final Set<String> REQUESTS =
      Set.of("chat", "text_completion", "completion", "generate_content", "embeddings");

  private static final Set<String> AGENTS =
      Set.of("invoke_agent", "create_agent", "invoke_workflow", "plan");

  /** By the conventions, new and old, and by SDKs of their own. */
  private static final List<String> USERS =
      List.of("user.id", "enduser.id", "enduser.pseudo.id", "langfuse.user.id", "llm.user");

  private final NestedCalls nested = new NestedCalls();

  void read(Fields span, LogRows rows) throws MalformedRow {
    Optional<String> operation = span.text("gen_ai.operation.name");
    if (operation.isPresent() && AGENTS.contains(operation.get())) {
      rows.skipped("an agent's span: its tokens are those of the calls within it");
    } else if (operation.isPresent() && !REQUESTS.contains(operation.get())) {
      rows.skipped("a GenAI operation that asks no model, such as execute_tool");
    } else if (operation.isEmpty() && !asksAModel(span)) {
      rows.skipped("no GenAI span");
    } else {
      TraceRow row = row(span);
      String trace = span.firstText("traceId", "trace_id").orElse("");
      String parent = span.firstText("parentSpanId", "parent_span_id").orElse("");
      if (nested.counted(
          trace + "/" + spanId(span).orElse(span.rowId()),
          parent.isEmpty() ? parent : trace + "/" + parent,
          row)) {
        rows.merged("the same call, seen by another span around or within it");
      } else {
        rows.accepted(row);
      }
    }
  }

  /** vLLM's spans, and older SDKs', do not name the operation. */
  private static boolean asksAModel(Fields span) {
    return List.of(
            "gen_ai.usage.input_tokens",
            "gen_ai.usage.prompt_tokens",
            "gen_ai.usage.completion_tokens",
            "gen_ai.request.id")
        .stream()
        .anyMatch(attribute -> span.json(attribute).isPresent());
  }

  private static Optional<String> spanId(Fields span) throws MalformedRow {
    return span.firstText("spanId", "span_id");
  }

  private static TraceRow row(Fields span) throws MalformedRow {
    long start = start(span);
    boolean failed = failed(span);
    Optional<String> id = span.firstText("gen_ai.response.id", "gen_ai.request.id");
    Request request =
        new Request(
            (id.isPresent() ? id : spanId(span)).orElse(span.rowId()),
            start,
            Optional.empty(),
            origin(span),
            Conversation.of(
                span.firstText("gen_ai.conversation.id", "session.id", "exgentic.session.id")),
            tokens(span, failed),
            Optional.empty(),
            span.flag("gen_ai.request.stream"),
            Optional.empty());
    Observed observed =
        failed
            ? Seen.failed(failure(span), OptionalInt.empty())
            : new Observed(
                Optional.of(RequestStatus.COMPLETED),
                OptionalInt.empty(),
                finishReason(span),
                span.time("gen_ai.latency.time_in_queue", SECOND),
                ttft(span),
                e2e(span, start));
    return new TraceRow(request, observed, EndUser.of(span, USERS), SpanContent.of(span));
  }

  private static long start(Fields span) throws MalformedRow {
    return span.text("start_time").isPresent()
        ? span.requiredTimestamp("start_time")
        : span.requiredTime("startTimeUnixNano", 1);
  }

  private static OptionalLong e2e(Fields span, long start) throws MalformedRow {
    OptionalLong measured = span.time("gen_ai.latency.e2e", SECOND);
    if (measured.isPresent()) {
      return measured;
    }
    OptionalLong end =
        span.text("end_time").isPresent()
            ? span.timestamp("end_time")
            : span.time("endTimeUnixNano", 1);
    return Seen.since(start, end, "the end");
  }

  private static OptionalLong ttft(Fields span) throws MalformedRow {
    OptionalLong first = span.time("gen_ai.latency.time_to_first_token", SECOND);
    return first.isPresent() ? first : span.time("gen_ai.response.time_to_first_chunk", SECOND);
  }

  private static Origin origin(Fields span) throws MalformedRow {
    return new Origin(
        span.text("service.name"),
        Optional.empty(),
        span.firstText("gen_ai.request.model", "gen_ai.response.model"),
        Optional.empty(),
        span.text("cloud.region"),
        span.text("gen_ai.operation.name"));
  }

  private static Tokens tokens(Fields span, boolean failed) throws MalformedRow {
    OptionalInt input = span.firstTokens("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens");
    OptionalInt output =
        span.firstTokens("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens");
    OptionalInt cached =
        span.firstTokens(
            "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens");
    OptionalInt reasoning = span.tokens("gen_ai.usage.reasoning.output_tokens");
    OptionalInt limit = span.tokens("gen_ai.request.max_tokens");
    boolean uncounted = failed && input.orElse(0) == 0;
    return uncounted
        ? new Tokens(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            limit)
        : new Tokens(input, output, Seen.within(input, cached), reasoning, limit);
  }

  private static boolean failed(Fields span) throws MalformedRow {
    Optional<String> code = span.text("status.code");
    return span.text("error.type").isPresent()
        || code.filter(c -> c.equals("2") || c.equals("STATUS_CODE_ERROR")).isPresent();
  }

  /** error.type is an HTTP status, the name of an exception, or a word such as timeout. */
  private static RequestStatus failure(Fields span) throws MalformedRow {
    String type = span.text("error.type").orElse("").toLowerCase(Locale.ROOT);
    if (type.matches("[1-5]\\d\\d")) {
      return RequestStatus.ofHttpFailure(Integer.parseInt(type));
    }
    if (type.contains("timeout")) {
      return RequestStatus.TIMED_OUT;
    }
    if (type.contains("ratelimit") || type.contains("rate_limit") || type.contains("throttl")) {
      return RequestStatus.REJECTED;
    }
    return type.contains("cancel") ? RequestStatus.CANCELLED : RequestStatus.FAILED;
  }

  private static Optional<String> finishReason(Fields span) throws MalformedRow {
    Optional<JsonNode> reasons = span.container("gen_ai.response.finish_reasons");
    if (reasons.isEmpty()) {
      return span.text("gen_ai.response.finish_reason");
    }
    return reasons
        .map(list -> list.path(0))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(reason -> !reason.isEmpty());
  }
}
