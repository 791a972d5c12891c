package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Azure API Management's table {@code ApiManagementGatewayLlmLog}. Messages above 32 kB are split
 * over rows, numbered by {@code SequenceNumber}: rows of one correlation and request id are one
 * request. Holds the last 2,000 requests to wait for their further rows.
 */
final class AzureApim implements LogFormat {
  private static final int WAITING = 2_000;

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
    return sample.jsonHasFields("TimeGenerated", "CorrelationId", "SequenceNumber", "PromptTokens")
        ? Optional.of(
            "its first object has TimeGenerated, CorrelationId, SequenceNumber and PromptTokens")
        : Optional.empty();
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
      Optional<String> type = fields.text("Type");
      if (type.isPresent() && !type.get().equals("ApiManagementGatewayLlmLog")) {
        rows.skipped("a row of another table than ApiManagementGatewayLlmLog");
        return;
      }
      String key = fields.requiredText("CorrelationId") + "/" + fields.text("RequestId").orElse("");
      long number = fields.count("SequenceNumber").orElse(0);
      Part part = Part.of(fields);
      Optional<Parts> begun = waiting.get(key);
      if (begun.isPresent()) {
        if (begun.get().add(number, part)) {
          rows.merged("a further part of a request whose messages are split over rows");
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
        rows.accepted(parts.row());
      } else {
        rows.skipped("further parts of a request whose first row is not in the log or came late");
      }
    }
  }

  /**
   * One row of a request.
   *
   * @param request what it tells but for the messages
   * @param prompt a piece of the request's messages as JSON
   * @param answer a piece of the response's messages as JSON
   */
  private record Part(Request request, String prompt, String answer) {

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
      return new Part(request, piece(fields, "RequestMessages"), piece(fields, "ResponseMessages"));
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
