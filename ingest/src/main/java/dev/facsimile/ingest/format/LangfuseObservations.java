package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Langfuse's observations, of API v2, v1 or a blob export. Only generations and embeddings ask a
 * model; spans, events, agents and tools are skipped. The trace's name is the class.
 */
final class LangfuseObservations implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final Set<String> REQUESTS = Set.of("GENERATION", "EMBEDDING");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "langfuse",
        Shape.JSON,
        Clock.EPOCH,
        "the sum of usageDetails' input counts, cached ones included: input leaves them out,"
            + " unless input + output is the total; v1: promptTokens, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("traceId", "type", "startTime")
        ? Optional.of("its first object has traceId, type and startTime")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    NestedCalls nested = new NestedCalls();
    return (fields, rows) -> read(fields, rows, nested);
  }

  private static void read(Fields fields, LogRows rows, NestedCalls nested) throws MalformedRow {
    if (!REQUESTS.contains(fields.requiredText("type"))) {
      rows.skipped("an observation that is neither generation nor embedding");
      return;
    }
    TraceRow row = row(fields);
    if (nested.counted(
        fields.text("id").orElse(fields.rowId()),
        fields.text("parentObservationId").orElse(""),
        row)) {
      rows.merged("the same call, seen by another generation around or within it");
    } else {
      rows.accepted(row);
    }
  }

  private static TraceRow row(Fields fields) throws MalformedRow {
    long start = fields.requiredTimestamp("startTime");
    boolean failed = fields.text("level").filter("ERROR"::equals).isPresent();
    OptionalLong ttft = ttft(fields, start);
    Request request =
        new Request(
            fields.text("id").orElse(fields.rowId()),
            start,
            fields.text("traceName"),
            new Origin(
                fields.text("userId"),
                Optional.empty(),
                fields.firstText("providedModelName", "model"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Conversation.of(fields.text("sessionId")),
            LangfuseUsage.tokens(fields, failed),
            Optional.empty(),
            ttft.isPresent() ? Optional.of(true) : Optional.empty(),
            Optional.empty());
    Observed observed =
        failed
            ? Seen.failed(RequestStatus.FAILED, OptionalInt.empty())
            : Seen.completed(OptionalInt.empty(), Optional.empty(), ttft, e2e(fields, start));
    return new TraceRow(request, observed, EndUser.of(fields, List.of("userId")), content(fields));
  }

  private static OptionalLong ttft(Fields fields, long start) throws MalformedRow {
    OptionalLong logged = fields.time("timeToFirstToken", SECOND);
    return logged.isPresent()
        ? logged
        : Seen.since(start, fields.timestamp("completionStartTime"), "completionStartTime");
  }

  private static OptionalLong e2e(Fields fields, long start) throws MalformedRow {
    OptionalLong latency = fields.time("latency", SECOND);
    return latency.isPresent()
        ? latency
        : Seen.since(start, fields.timestamp("endTime"), "endTime");
  }

  /** The input is a list of messages, or an object that has one, or a text of either. */
  private static Optional<String> content(Fields fields) {
    Optional<JsonNode> input = fields.container("input");
    Optional<JsonNode> output = fields.json("output");
    return Content.of(
        input.map(value -> value.isObject() ? value.path("messages") : value),
        input.map(value -> value.path("tools")),
        output.map(LangfuseObservations::answer));
  }

  private static JsonNode answer(JsonNode output) {
    if (output.has("choices")) {
      return output;
    }
    JsonNode content = output.path("content");
    String text = content.isTextual() ? content.textValue() : output.toString();
    return Content.answer(output.isTextual() ? output.textValue() : text);
  }
}
