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
import java.util.Set;

/**
 * AWS Bedrock's model invocation log, as it lies in S3. Its input counts leave cached tokens out;
 * here they are added. The caller's ARN is the tenant, in the raw trace.
 */
final class BedrockInvocations implements LogFormat {
  private static final Set<String> OPERATIONS =
      Set.of("InvokeModel", "InvokeModelWithResponseStream", "Converse", "ConverseStream");

  /** What Claude's callers send, and a name that callers give to requests. */
  private static final List<String> USERS =
      List.of(
          "input.inputBodyJson.metadata.user_id",
          "requestMetadata.user_id",
          "requestMetadata.userId");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "bedrock",
        Shape.JSON,
        Clock.EPOCH,
        "inputTokenCount + cacheReadInputTokenCount + cacheWriteInputTokenCount: the first"
            + " leaves cached tokens out");
  }

  @Override
  public List<String> clockFindings() {
    return List.of("Bedrock logs whole seconds: arrivals within one second are in no known order");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("schemaType", "modelId", "operation", "timestamp")
        ? Optional.of("its first object has schemaType, modelId, operation and timestamp")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return BedrockInvocations::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    String operation = fields.requiredText("operation");
    if (!OPERATIONS.contains(operation)) {
      rows.skipped("an operation that asks no model for an answer at once");
      return;
    }
    Optional<String> error = fields.text("errorCode");
    BedrockBody body = new BedrockBody(fields);
    Request request =
        new Request(
            fields.text("requestId").orElse(fields.rowId()),
            fields.requiredTimestamp("timestamp"),
            Optional.empty(),
            origin(fields, operation),
            Conversation.NONE,
            tokens(fields, body),
            Optional.empty(),
            Optional.of(operation.endsWith("Stream")),
            Optional.empty());
    Observed observed =
        error.isPresent()
            ? Seen.failed(status(error.get()), OptionalInt.empty())
            : Seen.completed(
                OptionalInt.empty(), body.stopReason(), body.firstByte(), body.latency());
    rows.accepted(new TraceRow(request, observed, EndUser.of(fields, USERS), body.content()));
  }

  private static Origin origin(Fields fields, String operation) throws MalformedRow {
    return new Origin(
        fields.text("identity.arn"),
        Optional.empty(),
        Optional.of(model(fields.requiredText("modelId"))),
        Optional.empty(),
        fields.firstText("inferenceRegion", "region"),
        Optional.of(operation));
  }

  /** An ARN holds the account's number: only what it names is the model. */
  private static String model(String modelId) {
    String name = modelId.substring(modelId.lastIndexOf('/') + 1);
    return name.isEmpty() ? modelId : name;
  }

  private static Tokens tokens(Fields fields, BedrockBody body) throws MalformedRow {
    OptionalInt read = fields.tokens("input.cacheReadInputTokenCount");
    OptionalInt written = fields.tokens("input.cacheWriteInputTokenCount");
    return new Tokens(
        Seen.sum(fields.tokens("input.inputTokenCount"), read, written),
        fields.tokens("output.outputTokenCount"),
        read,
        OptionalInt.empty(),
        body.maxTokens());
  }

  private static RequestStatus status(String errorCode) {
    return switch (errorCode) {
      case "ThrottlingException",
          "ServiceUnavailableException",
          "ServiceQuotaExceededException",
          "ModelNotReadyException" ->
          RequestStatus.REJECTED;
      case "ModelTimeoutException" -> RequestStatus.TIMED_OUT;
      default -> RequestStatus.FAILED;
    };
  }
}
