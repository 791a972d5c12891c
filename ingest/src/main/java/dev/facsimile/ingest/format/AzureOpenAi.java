package dev.facsimile.ingest.format;

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

/**
 * Azure OpenAI's diagnostic log of category {@code RequestResponse}: no tokens, times as .NET ticks
 * of 100 ns since the year 1, {@code properties} as an object or as JSON in a string. A negative
 * duration, which the service does log, is left out as unknown; the request is kept. Where API
 * Management's log of the same ingest has the correlation id, the two rows are one request.
 */
final class AzureOpenAi implements LogFormat {
  private static final long MILLISECOND = 1_000_000;
  private static final long TICKS_TO_1970 = 621_355_968_000_000_000L;

  private static final List<String> OPERATIONS =
      List.of("chatcompletions", "completions", "responses", "embeddings");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "azure-openai", Shape.JSON, Clock.EPOCH, "unknown: this log has no tokens, only bytes");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("category", "operationName", "durationMs", "properties")
        ? Optional.of("its first object has category, operationName, durationMs and properties")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public boolean sharesCalls() {
    return true;
  }

  @Override
  public LogReader reader() {
    return AzureOpenAi::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    if (!fields.requiredText("category").equals("RequestResponse")) {
      rows.skipped("a log of another category than RequestResponse");
      return;
    }
    String operation = fields.requiredText("operationName");
    if (!asksAModel(operation)) {
      rows.skipped("an operation that asks no model for text");
      return;
    }
    Fields properties =
        new JsonFields(
            fields.rowId(),
            fields
                .container("properties")
                .orElseThrow(() -> Fields.missing("properties", "an object, or one as text")));
    Request request =
        new Request(
            fields.text("correlationId").orElse(fields.rowId()),
            start(properties),
            Optional.empty(),
            new Origin(
                properties.text("objectId"),
                Optional.empty(),
                properties.firstText("modelName", "modelDeploymentName"),
                Optional.empty(),
                fields.text("location"),
                Optional.of(operation)),
            Conversation.NONE,
            Tokens.UNKNOWN,
            Optional.empty(),
            properties.text("streamType").map("Streaming"::equalsIgnoreCase),
            Optional.empty());
    TraceRow row = new TraceRow(request, observed(fields), Optional.empty());
    Optional<String> correlation = fields.text("correlationId");
    if (correlation.isPresent()) {
      rows.accepted(row, new Shared(correlation.get(), Shared.Part.VIEW));
    } else {
      rows.accepted(row);
    }
  }

  /** ChatCompletions_Create, Create_ChatCompletion, Embeddings_Create, …: the words vary. */
  private static boolean asksAModel(String operation) {
    String letters = operation.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    return OPERATIONS.stream().anyMatch(letters::contains)
        || letters.contains("chatcompletion")
        || letters.contains("createcompletion");
  }

  private static long start(Fields properties) throws MalformedRow {
    OptionalLong ticks = properties.count("requestTime");
    if (ticks.isEmpty()) {
      throw Fields.missing("properties.requestTime", "ticks of 100 ns since the year 1");
    }
    long since1970 = ticks.getAsLong() - TICKS_TO_1970;
    if (since1970 < 0 || since1970 > Long.MAX_VALUE / 100) {
      throw new MalformedRow(
          "properties.requestTime is "
              + ticks.getAsLong()
              + ", expected ticks of 100 ns since the year 1");
    }
    return since1970 * 100;
  }

  private static Observed observed(Fields fields) throws MalformedRow {
    Optional<String> signature = fields.text("resultSignature");
    if (signature.isEmpty()) {
      return Observed.NOTHING;
    }
    if (!signature.get().matches("[1-5]\\d\\d")) {
      throw new MalformedRow("resultSignature is no HTTP status");
    }
    OptionalInt http = OptionalInt.of(Integer.parseInt(signature.get()));
    if (http.getAsInt() / 100 != 2) {
      return Seen.failed(RequestStatus.ofHttpFailure(http.getAsInt()), http);
    }
    boolean negative = fields.decimal("durationMs").filter(ms -> ms.signum() < 0).isPresent();
    return Seen.completed(
        http,
        Optional.empty(),
        OptionalLong.empty(),
        negative ? OptionalLong.empty() : fields.time("durationMs", MILLISECOND));
  }
}
