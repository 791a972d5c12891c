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
import java.util.Set;

/**
 * TraceLab's rounds of coding agents (Claude Code, Codex): a row for each call of the model. A
 * round's input is complete with its last user message or tool result: that is its arrival. What
 * follows is stamped when a whole part of the answer was there, so that no time to a first token is
 * known.
 */
final class TraceLabRounds implements LogFormat {
  private static final Set<String> INPUTS = Set.of("user_message", "tool_result");
  private static final Set<String> OUTPUTS = Set.of("reasoning", "text", "tool_call");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "tracelab",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "input_tokens_total, which includes cached ones; prefix_tokens are those");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "TraceLab's arrivals are the last input event of each round, on the agent's own clock");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("round_id", "round_index", "input_tokens_total", "timing_events")
        ? Optional.of("its first line has round_id, input_tokens_total and timing_events")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return TraceLabRounds::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    JsonNode events = events(fields);
    long arrival =
        last(events, INPUTS)
            .orElseThrow(
                () -> new MalformedRow("timing_events hold no user message or tool result"));
    OptionalInt turn = fields.tokens("round_index");
    Tokens tokens =
        new Tokens(
            OptionalInt.of(fields.requiredTokens("input_tokens_total")),
            OptionalInt.of(fields.requiredTokens("output_tokens")),
            fields.tokens("prefix_tokens"),
            fields.tokens("reasoning_output_tokens"),
            OptionalInt.empty());
    Request request =
        Request.of(fields.text("round_id").orElse(fields.rowId()), arrival, tokens)
            .inClass("agent")
            .from(origin(fields))
            .within(new Conversation(fields.text("session_id"), turn, Optional.empty()));
    rows.accepted(new TraceRow(request, observed(events, arrival), Optional.empty()));
  }

  private static Origin origin(Fields fields) throws MalformedRow {
    return new Origin(
        fields.text("project"),
        Optional.empty(),
        fields.text("model"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static JsonNode events(Fields fields) throws MalformedRow {
    return fields
        .json("timing_events")
        .filter(JsonNode::isArray)
        .orElseThrow(() -> Fields.missing("timing_events", "an array of events"));
  }

  private static Observed observed(JsonNode events, long arrival) throws MalformedRow {
    OptionalLong end = last(events, OUTPUTS);
    return end.isPresent() && end.getAsLong() >= arrival
        ? Observed.of(
            Optional.of(RequestStatus.COMPLETED), OptionalLong.of(end.getAsLong() - arrival))
        : Observed.NOTHING;
  }

  /** The latest of the events of these types. */
  private static OptionalLong last(JsonNode events, Set<String> types) throws MalformedRow {
    OptionalLong latest = OptionalLong.empty();
    for (JsonNode event : events) {
      if (types.contains(event.path("event_type").asText())) {
        long time = Timestamps.epochNanos("timing_events", event.path("timestamp").asText());
        latest = OptionalLong.of(Math.max(time, latest.orElse(time)));
      }
    }
    return latest;
  }
}
