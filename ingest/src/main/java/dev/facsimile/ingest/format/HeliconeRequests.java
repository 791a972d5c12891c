package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Helicone's export of requests, as JSON or as CSV, by the same names of fields. */
final class HeliconeRequests implements LogFormat {
  private static final long MILLISECOND = 1_000_000;
  private static final String NO_CACHE = "00000000-0000-0000-0000-000000000000";
  private static final String[] TELLING = {
    "request_created_at", "request_model", "delay_ms", "prompt_tokens"
  };

  private final Shape shape;

  /** The export in that shape. */
  HeliconeRequests(Shape shape) {
    this.shape = shape;
  }

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        shape == Shape.CSV ? "helicone-csv" : "helicone",
        shape,
        Clock.EPOCH,
        "prompt_tokens, taken to include cached ones, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    boolean telling =
        shape == Shape.CSV
            ? sample.csvHeader().containsAll(List.of(TELLING))
            : sample.jsonHasFields(TELLING);
    return telling
        ? Optional.of("it has request_created_at, request_model, delay_ms and prompt_tokens")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return HeliconeRequests::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    if (fields.text("cache_reference_id").filter(id -> !id.equals(NO_CACHE)).isPresent()) {
      rows.skipped("answered by the gateway's own cache");
      return;
    }
    Optional<BigDecimal> code = fields.decimal("response_status");
    int status =
        code.filter(c -> c.scale() <= 0 && c.abs().longValue() < 1000)
            .map(BigDecimal::intValue)
            .orElseThrow(
                () -> new MalformedRow("response_status is no HTTP status or Helicone's own"));
    if (status == -2) {
      rows.skipped("still pending when it was exported");
      return;
    }
    boolean completed = status / 100 == 2;
    Request request =
        new Request(
            fields.text("request_id").orElse(fields.rowId()),
            fields.requiredTimestamp("request_created_at"),
            Optional.empty(),
            origin(fields),
            Conversation.of(fields.text("request_properties.Helicone-Session-Id")),
            tokens(fields, completed),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Observed observed =
        completed
            ? Seen.completed(
                OptionalInt.of(status),
                Optional.empty(),
                fields.time("time_to_first_token", MILLISECOND),
                fields.time("delay_ms", MILLISECOND))
            : failed(status);
    Optional<String> user = EndUser.of(fields, List.of("request_user_id", "helicone_user"));
    rows.accepted(new TraceRow(request, observed, user, Optional.empty()));
  }

  /** Helicone's own codes are below 0. */
  private static Observed failed(int status) {
    return switch (status) {
      case -1 -> Seen.failed(RequestStatus.TIMED_OUT, OptionalInt.empty());
      case -3 -> Seen.failed(RequestStatus.CANCELLED, OptionalInt.empty());
      default ->
          Seen.failed(
              RequestStatus.ofHttpFailure(status),
              status > 0 ? OptionalInt.of(status) : OptionalInt.empty());
    };
  }

  private static Origin origin(Fields fields) throws MalformedRow {
    return new Origin(
        fields.firstText("request_user_id", "helicone_user", "key_name"),
        Optional.empty(),
        fields.firstText("model_override", "request_model", "response_model"),
        Optional.empty(),
        Optional.empty(),
        fields.text("request_path"));
  }

  private static Tokens tokens(Fields fields, boolean completed) throws MalformedRow {
    OptionalInt input = fields.tokens("prompt_tokens");
    if (!completed && input.orElse(0) == 0) {
      return Tokens.UNKNOWN;
    }
    return new Tokens(
        input,
        fields.tokens("completion_tokens"),
        Seen.within(input, fields.tokens("prompt_cache_read_tokens")),
        OptionalInt.empty(),
        OptionalInt.empty());
  }
}
