package dev.facsimile.ingest.format;

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
 * Envoy AI Gateway's access log with the names of fields that its documentation shows; a gateway
 * that was configured with others needs a mapping.
 */
final class EnvoyAiGateway implements LogFormat {
  private static final long MILLISECOND = 1_000_000;

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "envoy-ai-gateway",
        Shape.JSON,
        Clock.EPOCH,
        "gen_ai.usage.input_tokens, cached ones included, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("start_time", "response_code", "gen_ai.request.model")
        ? Optional.of("its first object has start_time, response_code and gen_ai.request.model")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return EnvoyAiGateway::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    Optional<String> model = fields.firstText("gen_ai.request.model", "gen_ai.response.model");
    Optional<String> method = fields.firstText("method", ":method");
    if (model.isEmpty() || method.filter(m -> !m.equals("POST")).isPresent()) {
      rows.skipped("asks no model: a health check, a list of models or another route");
      return;
    }
    int http =
        fields
            .tokens("response_code")
            .orElseThrow(() -> Fields.missing("response_code", "a whole number"));
    boolean completed = http / 100 == 2;
    Request request =
        new Request(
            fields.text("x-request-id").orElse(fields.rowId()),
            fields.requiredTimestamp("start_time"),
            Optional.empty(),
            new Origin(
                Optional.empty(),
                Optional.empty(),
                model,
                Optional.empty(),
                Optional.empty(),
                fields.firstText("x-envoy-origin-path", ":path")),
            Conversation.of(fields.text("session.id")),
            tokens(fields, completed),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Observed observed =
        completed
            ? Seen.completed(
                OptionalInt.of(http),
                Optional.empty(),
                OptionalLong.empty(),
                fields.time("duration", MILLISECOND))
            : Seen.failed(status(fields, http), OptionalInt.of(http));
    Optional<String> user = EndUser.of(fields, List.of("user.id", "enduser.id"));
    rows.accepted(new TraceRow(request, observed, user, Optional.empty()));
  }

  /** Code 0 means that the client went away before an answer. */
  private static RequestStatus status(Fields fields, int http) throws MalformedRow {
    boolean clientWent =
        http == 0 || fields.text("response_flags").filter(f -> f.contains("DC")).isPresent();
    return clientWent ? RequestStatus.CANCELLED : RequestStatus.ofHttpFailure(http);
  }

  private static Tokens tokens(Fields fields, boolean completed) throws MalformedRow {
    OptionalInt input = fields.tokens("gen_ai.usage.input_tokens");
    OptionalInt output = fields.tokens("gen_ai.usage.output_tokens");
    if (!completed && input.orElse(0) == 0) {
      return Tokens.UNKNOWN;
    }
    return new Tokens(
        input,
        output,
        Seen.within(input, fields.tokens("gen_ai.usage.cached_input_tokens")),
        OptionalInt.empty(),
        OptionalInt.empty());
  }
}
