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
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Azure API Management's table {@code ApiManagementGatewayLlmLog}. Messages above 32 kB are split
 * over rows, numbered by {@code SequenceNumber}: rows of one correlation and request id are one
 * request. Rows of the table {@code ApiManagementGatewayLogs}, in the same file or another, tell
 * how the call of their correlation id ended. Holds the last 2,000 requests to wait for their
 * further rows.
 */
final class AzureApim implements LogFormat {
  private static final int WAITING = 2_000;
  private static final long MILLISECOND = 1_000_000;
  private static final String LLM_LOG = "ApiManagementGatewayLlmLog";
  private static final String GATEWAY_LOG = "ApiManagementGatewayLogs";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "azure-apim", Shape.JSON, Clock.EPOCH, "PromptTokens, cached ones included, as logged");
  }

  @Override
  public boolean joinsFiles() {
    return true;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    if (sample.jsonHasFields("TimeGenerated", "CorrelationId", "SequenceNumber", "PromptTokens")) {
      return Optional.of(
          "its first object has TimeGenerated, CorrelationId, SequenceNumber and PromptTokens");
    }
    return sample.jsonHasFields("TimeGenerated", "CorrelationId", "ResponseCode", "BackendTime")
        ? Optional.of(
            "its first object has TimeGenerated, CorrelationId, ResponseCode and BackendTime")
        : Optional.empty();
  }

  @Override
  public boolean sharesCalls() {
    return true;
  }

  @Override
  public LogReader reader() {
    return new Reader();
  }

  /** Joins the rows of a request. */
  private static final class Reader implements LogReader {
    private final Waiting<Parts> waiting = new Waiting<>(WAITING);

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      boolean ofGateway = fields.json("ResponseCode").isPresent();
      String table = fields.text("Type").orElse(ofGateway ? GATEWAY_LOG : LLM_LOG);
      switch (table) {
        case LLM_LOG -> readCall(fields, rows);
        case GATEWAY_LOG -> rows.accepted(details(fields), shared(fields, Shared.Part.DETAILS));
        default -> rows.skipped("a row of another table than " + LLM_LOG + " and " + GATEWAY_LOG);
      }
    }

    private void readCall(Fields fields, LogRows rows) throws MalformedRow {
      String key = fields.requiredText("CorrelationId") + "/" + fields.text("RequestId").orElse("");
      long number = fields.count("SequenceNumber").orElse(0);
      Part part = Part.of(fields);
      Optional<Parts> begun = waiting.get(key);
      if (begun.isPresent()) {
        if (begun.get().add(number, part)) {
          rows.merged("a further part of a request whose messages are split over rows");
        } else if (begun.get().has(number, part)) {
          rows.skipped("the same row as one before");
        } else {
          rows.rejected(new MalformedRow("SequenceNumber is there twice for one request"));
        }
        return;
      }
      Parts parts = new Parts();
      parts.add(number, part);
      waiting.put(key, parts).ifPresent(longest -> give(longest, rows));
    }

    @Override
    public void end(LogRows rows) {
      waiting.takeAll().forEach(parts -> give(parts, rows));
    }

    private static void give(Parts parts, LogRows rows) {
      if (parts.isWhole()) {
        rows.accepted(parts.row(), parts.shared());
      } else {
        rows.skipped("further parts of a request whose first row is not in the log or came late");
      }
    }
  }

  private static Shared shared(Fields fields, Shared.Part part) throws MalformedRow {
    return new Shared(fields.requiredText("CorrelationId"), part);
  }

  /** What the gateway's own log tells of a call. */
  private static TraceRow details(Fields fields) throws MalformedRow {
    Request request =
        Request.of(
                fields.requiredText("CorrelationId"),
                fields.requiredTimestamp("TimeGenerated"),
                Tokens.UNKNOWN)
            .from(
                new Origin(
                    fields.text("ApimSubscriptionId"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    fields.text("Region"),
                    fields.text("OperationId")));
    Optional<String> user = EndUser.of(fields, List.of("UserId"));
    OptionalInt http = fields.tokens("ResponseCode");
    if (http.isEmpty()) {
      return new TraceRow(request, Observed.NOTHING, user, Optional.empty());
    }
    boolean answered = http.getAsInt() / 100 == 2;
    return new TraceRow(
        request,
        answered
            ? Seen.completed(
                http, Optional.empty(), OptionalLong.empty(), fields.time("TotalTime", MILLISECOND))
            : Seen.failed(RequestStatus.ofHttpFailure(http.getAsInt()), http),
        user,
        Optional.empty());
  }

  /**
   * One row of a request.
   *
   * @param shared what it has in common with rows of other logs
   * @param request what it tells but for the messages
   * @param prompt a piece of the request's messages as JSON
   * @param answer a piece of the response's messages as JSON
   */
  private record Part(Shared shared, Request request, String prompt, String answer) {

    static Part of(Fields fields) throws MalformedRow {
      Request request =
          new Request(
              fields.firstText("RequestId", "CorrelationId").orElse(fields.rowId()),
              fields.requiredTimestamp("TimeGenerated"),
              Optional.empty(),
              new Origin(
                  Optional.empty(),
                  Optional.empty(),
                  fields.firstText("ModelName", "DeploymentName"),
                  Optional.empty(),
                  fields.text("Region"),
                  Optional.empty()),
              Conversation.NONE,
              Tokens.ofLengths(fields.tokens("PromptTokens"), fields.tokens("CompletionTokens")),
              Optional.empty(),
              fields.flag("IsStreamCompletion"),
              Optional.empty());
      return new Part(
          AzureApim.shared(fields, Shared.Part.REQUEST),
          request,
          piece(fields, "RequestMessages"),
          piece(fields, "ResponseMessages"));
    }

    /** A piece of JSON, cut anywhere, or JSON itself. */
    private static String piece(Fields fields, String path) {
      return fields
          .json(path)
          .map(value -> value.isTextual() ? value.textValue() : value.toString())
          .orElse("");
    }
  }

  /** The rows of one request that have been read, in order of their numbers. */
  private static final class Parts {
    private final SortedMap<Long, Part> parts = new TreeMap<>();

    /** Takes a row; false if one of its number is already there. */
    boolean add(long number, Part part) {
      return parts.putIfAbsent(number, part) == null;
    }

    /** Whether it holds that very row already. */
    boolean has(long number, Part part) {
      return part.equals(parts.get(number));
    }

    Shared shared() {
      return parts.get(0L).shared();
    }

    boolean isWhole() {
      return parts.firstKey() == 0;
    }

    TraceRow row() {
      Request first = parts.get(0L).request();
      OptionalInt input = OptionalInt.empty();
      OptionalInt output = OptionalInt.empty();
      StringBuilder prompt = new StringBuilder();
      StringBuilder answer = new StringBuilder();
      for (Part part : parts.values()) {
        Tokens tokens = part.request().tokens();
        input = input.isPresent() ? input : tokens.input();
        output = output.isPresent() ? output : tokens.output();
        prompt.append(part.prompt());
        answer.append(part.answer());
      }
      Request request =
          Request.of(first.id(), first.arrivalNanos(), Tokens.ofLengths(input, output))
              .from(first.origin())
              .streamed(first.streaming());
      return new TraceRow(
          request,
          Observed.of(
              output.isPresent() ? Optional.of(RequestStatus.COMPLETED) : Optional.empty(),
              OptionalLong.empty()),
          Content.of(
              StrictJson.container(prompt.toString()),
              Optional.empty(),
              StrictJson.container(answer.toString()).map(AzureApim::response)));
    }
  }

  /** Response messages as a response. */
  private static JsonNode response(JsonNode messages) {
    return Content.answer(messages.path(0).path("content").asText());
  }
}
