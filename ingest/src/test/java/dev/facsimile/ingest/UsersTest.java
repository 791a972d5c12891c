package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose a request is: what logs name as the user, and what is made of it. */
class UsersTest {
  @TempDir private Path folder;

  private List<Optional<String>> users(Path... logs) throws IOException {
    return Ingested.of(folder, logs).rows().stream().map(TraceRow::userId).toList();
  }

  private Path log(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The user of a call that LiteLLM logged with these fields. */
  private Optional<String> ofLiteLlm(String fields) throws IOException {
    String call =
        "{\"id\":\"c\",\"call_type\":\"x\",\"status\":\"success\",\"prompt_tokens\":5,"
            + "\"completion_tokens\":3,\"startTime\":1,\"endTime\":2,\"model_group\":\"g\","
            + fields
            + "}\n";
    return users(log("l.jsonl", call)).get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "litellm_standard_logging_payload.jsonl, cust-42",
    "litellm_spendlogs.csv, cust-42",
    "langfuse_observations_v2.jsonl, u-17",
    "helicone_export.jsonl, cust-42",
  })
  void theUserOfAnExampleIsReadAsLogged(String name, String user) throws IOException {
    Path file = SharedData.root().resolve("../shared/formats").resolve(name).normalize();
    Assumptions.assumeTrue(Files.exists(file), () -> "skipped: " + file + " is not there");
    assertEquals(Optional.of(user), users(file).get(0));
  }

  @Test
  void theEndUserGoesBeforeWhoHasTheKey() throws IOException {
    String key = "\"metadata\":{\"user_api_key_user_id\":\"dev-1\"}";
    assertEquals(Optional.of("dev-1"), ofLiteLlm(key));
    assertEquals(Optional.of("dev-1"), ofLiteLlm("\"end_user\":null," + key));
    assertEquals(Optional.of("c-9"), ofLiteLlm("\"model_parameters\":{\"user\":\"c-9\"}," + key));
    assertEquals(Optional.of("42"), ofLiteLlm("\"end_user\":42," + key));
    assertEquals(Optional.empty(), ofLiteLlm("\"end_user\":\" \""));
  }

  /** Else each session would be a user, and one person a crowd. */
  @Test
  void aSessionInAnAgentsUserIdIsNoPartOfTheUser() throws IOException {
    assertEquals(
        Optional.of("0b1c-acc"),
        ofLiteLlm("\"end_user\":\"user_5f2e_account_0b1c-acc_session_77aa-1\""));
    assertEquals(
        Optional.of("5f2e"), ofLiteLlm("\"end_user\":\"user_5f2e_account__session_77aa-1\""));
    assertEquals(
        Optional.of("0b1c-acc"),
        ofLiteLlm(
            "\"end_user\":\"{\\\"device_id\\\":\\\"5f2e\\\",\\\"account_uuid\\\":\\\"0b1c-acc\\\","
                + "\\\"session_id\\\":\\\"77aa-2\\\"}\""));
    assertEquals(
        Optional.of("5f2e"),
        ofLiteLlm("\"end_user\":{\"device_id\":\"5f2e\",\"account_uuid\":\"\"}"));
    assertEquals(
        Optional.of("user_account_session_x"),
        ofLiteLlm("\"end_user\":\"user_account_session_x\""));
  }

  @Test
  void aUserThatIsNoTextRefusesNoRow() throws IOException {
    assertEquals(Optional.empty(), ofLiteLlm("\"end_user\":{\"name\":\"x\"}"));
    assertEquals(
        Optional.of("u"),
        ofLiteLlm("\"end_user\":[],\"metadata\":{\"user_api_key_user_id\":\"u\"}"));
  }

  @Test
  void aClaudeCallThroughBedrockHasTheUserOfItsBody() throws IOException {
    String call =
        "{\"schemaType\":\"ModelInvocationLog\",\"timestamp\":\"2024-06-10T06:13:20Z\","
            + "\"identity\":{\"arn\":\"arn:aws:sts::1:role/app\"},\"requestId\":\"q\","
            + "\"operation\":\"InvokeModel\",\"modelId\":\"m\",\"input\":{\"inputTokenCount\":5,"
            + "\"inputBodyJson\":{\"metadata\":{\"user_id\":\"person-1\"},\"messages\":[]}},"
            + "\"output\":{\"outputTokenCount\":3}}\n";
    assertEquals(List.of(Optional.of("person-1")), users(log("b.jsonl", call)));
  }

  @Test
  void aSpanNamesItsUserByTheConventionsNewAndOld() throws IOException {
    for (String key : List.of("user.id", "enduser.id", "langfuse.user.id")) {
      String span =
          "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"s\","
              + "\"startTimeUnixNano\":\"5\",\"attributes\":[{\"key\":\"gen_ai.operation.name\","
              + "\"value\":{\"stringValue\":\"chat\"}},{\"key\":\""
              + key
              + "\",\"value\":{\"stringValue\":\"u-1\"}}]}]}]}]}\n";
      assertEquals(List.of(Optional.of("u-1")), users(log("s.json", span)), key);
    }
  }

  @Test
  void aUserIsJoinedFromTheLogThatKnowsHim() throws IOException {
    String call =
        "{\"TimeGenerated\":\"2024-06-10T06:13:20Z\",\"CorrelationId\":\"c1\",\"RequestId\":\"q-1\",\"ModelName\":\"m\",\"PromptTokens\":9,\"CompletionTokens\":2,\"SequenceNumber\":0,\"Type\":\"ApiManagementGatewayLlmLog\"}\n";
    String gateway =
        "{\"TimeGenerated\":\"2024-06-10T06:13:21Z\",\"CorrelationId\":\"c1\",\"ResponseCode\":200,"
            + "\"TotalTime\":12,\"UserId\":\"u-4\",\"Type\":\"ApiManagementGatewayLogs\"}\n";
    assertEquals(List.of(Optional.of("u-4")), users(log("a.jsonl", call + gateway)));
  }

  @Test
  void aMappingMayNameTheFieldOfTheUser() throws IOException {
    Path map =
        log(
            "map.yaml",
            """
            shape: csv
            time: when
            time_unit: iso
            columns: {input_tokens: in, output_tokens: out, user_id: who}
            """);
    Path output = folder.resolve("x.trace.parquet");
    Path csv =
        log("l.csv", "when,in,out,who\n2024-01-01T00:00:00Z,1,2,user_d_account_maria_session_7\n");
    Optional<LogFormat> format = Optional.of(Mapping.load(map));
    new Ingest(
            new Ingest.Plan(List.of(csv), format, Optional.empty(), 16, 10, 0, output),
            Progress.SILENT)
        .run();
    try (Rows<TraceRow> rows = TraceFile.open(output).rows()) {
      assertEquals(Optional.of("maria"), rows.next().orElseThrow().userId());
    }
  }
}
