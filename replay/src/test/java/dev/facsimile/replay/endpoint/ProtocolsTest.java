package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.outcome.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each protocol: what it asks, and what its own servers' answers mean. */
class ProtocolsTest {
  private static final String MESSAGES = "[{\"role\":\"system\",\"content\":\"be brief\"}]";

  @TempDir private Path folder;

  private static WorkloadRow row(Optional<Boolean> streaming, Optional<String> messages) {
    Tokens tokens =
        new Tokens(
            OptionalInt.of(3),
            OptionalInt.of(3000),
            OptionalInt.empty(),
            OptionalInt.of(2100),
            OptionalInt.empty());
    Request request = Request.of("r", 0, tokens).streamed(streaming);
    return new WorkloadRow(request, Intent.PLAIN, messages);
  }

  private static final WorkloadRow STREAMED = row(Optional.empty(), Optional.empty());
  private static final WorkloadRow WHOLE = row(Optional.of(false), Optional.empty());

  private static Endpoints.Settings settings(Endpoints.Reasoning reasoning, String extra) {
    try {
      return new Endpoints.Settings(
          "m",
          true,
          true,
          false,
          reasoning,
          Json.tree(extra),
          Optional.empty(),
          TextKeeping.all(),
          Clock.systemUTC());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Endpoint endpoint(String name) {
    return Endpoints.of(name, settings(Endpoints.Reasoning.NONE, "{}"));
  }

  private static JsonNode body(Endpoint endpoint, WorkloadRow row) throws IOException {
    String prompt = row.messages().isPresent() ? "" : "a b c";
    byte[] bytes = endpoint.body(new Ask(row, prompt, Optional.of("salt")));
    return Json.tree(new String(bytes, StandardCharsets.UTF_8));
  }

  private static AnswerReader answer(Endpoint endpoint, WorkloadRow row, String type, String body) {
    AnswerReader reader = endpoint.reader(row);
    reader.head(new ResponseHead(200, true, Map.of("content-type", type)), 1);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    reader.body(bytes, 0, bytes.length, 5);
    return reader;
  }

  private static void seen(
      AnswerReader reader, int tokens, String finish, Answer.Usage usage, String text) {
    assertEquals(Ending.WHOLE, reader.end(true));
    Answer answer = reader.answer();
    assertEquals(tokens, answer.eventTokens());
    assertEquals(Optional.of(finish), answer.finishReason());
    assertEquals(usage, answer.usage());
    assertEquals(text, reader.text().orElseThrow().content());
  }

  private static Answer.Usage usage(int input, int output) {
    return new Answer.Usage(OptionalInt.of(input), OptionalInt.of(output), OptionalInt.empty());
  }

  @Test
  void completionsSendThePromptAsItIs() throws IOException {
    Endpoint endpoint = endpoint("openai-completions");
    assertEquals("/v1/completions", endpoint.path(STREAMED));
    assertFalse(endpoint.sendsMessages());
    JsonNode body = body(endpoint, STREAMED);
    assertEquals("a b c", body.path("prompt").asText());
    assertEquals(3000, body.path("min_tokens").asInt());
    assertEquals("salt", body.path("cache_salt").asText());
    seen(
        answer(
            endpoint,
            STREAMED,
            "text/event-stream",
            "data: {\"choices\":[{\"text\":\" the\",\"finish_reason\":null}]}\n\n"
                + "data: {\"choices\":[{\"text\":\" end\",\"finish_reason\":\"length\"}]}\n\n"
                + "data:"
                + " {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\n"
                + "data: [DONE]\n\n"),
        2,
        "length",
        usage(3, 2),
        " the end");
  }

  @Test
  void literalMessagesAreSentWordForWord() throws IOException {
    WorkloadRow row = row(Optional.empty(), Optional.of(MESSAGES));
    assertEquals(MESSAGES, body(endpoint("openai-chat"), row).path("messages").toString());
    assertEquals(MESSAGES, body(endpoint("openai-responses"), row).path("input").toString());
    assertEquals(MESSAGES, body(endpoint("anthropic-messages"), row).path("messages").toString());
    assertEquals(MESSAGES, body(endpoint("ollama"), row).path("messages").toString());
  }

  @Test
  void responsesCountEveryDeltaAndEndWithTheirUsage() throws IOException {
    Endpoint endpoint = endpoint("openai-responses");
    JsonNode body = body(endpoint, STREAMED);
    assertEquals(3000, body.path("max_output_tokens").asInt());
    assertFalse(body.path("store").asBoolean(true));
    String stream =
        "event: response.created\ndata: {\"type\":\"response.created\"}\n\n"
            + "event: response.reasoning_text.delta\n"
            + "data: {\"type\":\"response.reasoning_text.delta\",\"delta\":\"hm\"}\n\n"
            + "event: response.output_text.delta\n"
            + "data: {\"type\":\"response.output_text.delta\",\"delta\":\"yes\"}\n\n"
            + "event: response.output_text.delta\n"
            + "data: {\"type\":\"response.output_text.delta\",\"delta\":\"\"}\n\n"
            + "event: response.incomplete\ndata: {\"type\":\"response.incomplete\",\"response\":{"
            + "\"status\":\"incomplete\",\"error\":null,"
            + "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},"
            + "\"usage\":{\"input_tokens\":7,\"output_tokens\":2,"
            + "\"input_tokens_details\":{\"cached_tokens\":4}}}}\n\n";
    seen(
        answer(endpoint, STREAMED, "text/event-stream", stream),
        2,
        "max_output_tokens",
        new Answer.Usage(OptionalInt.of(7), OptionalInt.of(2), OptionalInt.of(4)),
        "yes");
    // The same from a server that names no events.
    seen(
        answer(endpoint, STREAMED, "text/event-stream", stream.replaceAll("event: [^\n]*\n", "")),
        2,
        "max_output_tokens",
        new Answer.Usage(OptionalInt.of(7), OptionalInt.of(2), OptionalInt.of(4)),
        "yes");
    seen(
        answer(
            endpoint,
            WHOLE,
            "application/json",
            "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":"
                + "[{\"type\":\"output_text\",\"text\":\"yes\"}]}],"
                + "\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}"),
        1,
        "completed",
        usage(7, 1),
        "yes");
  }

  @Test
  void anthropicsInputCountsWhatCameFromTheCache() throws IOException {
    Endpoint endpoint = endpoint("anthropic-messages");
    JsonNode body = body(endpoint, STREAMED);
    assertFalse(body.has("ignore_eos"));
    assertEquals(Map.of("x-api-key", "k"), endpoint.authorization("k"));
    String usage =
        "{\"input_tokens\":5,\"cache_read_input_tokens\":90,\"cache_creation_input_tokens\":10,"
            + "\"output_tokens\":1}";
    String stream =
        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":"
            + usage
            + "}}\n\n"
            + "event: content_block_start\ndata: {\"type\":\"content_block_start\"}\n\n"
            + "event: ping\ndata: {\"type\":\"ping\"}\n\n"
            + "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":"
            + "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}\n\n"
            + "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":"
            + "{\"type\":\"text_delta\",\"text\":\"yes\"}}\n\n"
            + "event: content_block_stop\ndata: {\"type\":\"content_block_stop\"}\n\n"
            + "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":"
            + "{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":12}}\n\n"
            + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    seen(
        answer(endpoint, STREAMED, "text/event-stream", stream),
        2,
        "end_turn",
        new Answer.Usage(OptionalInt.of(105), OptionalInt.of(12), OptionalInt.of(90)),
        "yes");
    Ending overloaded =
        answer(
                endpoint,
                STREAMED,
                "text/event-stream",
                "event: error\ndata: {\"type\":\"error\",\"error\":"
                    + "{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")
            .end(true);
    assertEquals(Ending.failed("error event: Overloaded"), overloaded);
  }

  @Test
  void plannedReasoningIsAnEffortOrABudget() throws IOException {
    Endpoints.Settings effort = settings(Endpoints.Reasoning.EFFORT, "{}");
    assertEquals(
        "high",
        body(Endpoints.of("openai-chat", effort), STREAMED).path("reasoning_effort").asText());
    assertEquals(
        "high",
        body(Endpoints.of("openai-responses", effort), STREAMED)
            .path("reasoning")
            .path("effort")
            .asText());
    assertEquals("low", Endpoints.Reasoning.effort(10, 31));
    assertEquals("medium", Endpoints.Reasoning.effort(10, 30));
    JsonNode budget =
        body(
            Endpoints.of("anthropic-messages", settings(Endpoints.Reasoning.BUDGET, "{}")),
            STREAMED);
    assertEquals(2100, budget.path("thinking").path("budget_tokens").asInt());
    assertThrows(InputException.class, () -> Endpoints.of("anthropic-messages", effort));
  }

  @Test
  void tgiCountsTokensButNotTheEndMark() throws IOException {
    Endpoint endpoint = endpoint("tgi");
    assertEquals("/generate_stream", endpoint.path(STREAMED));
    assertEquals("/generate", endpoint.path(WHOLE));
    assertEquals(3000, body(endpoint, STREAMED).path("parameters").path("max_new_tokens").asInt());
    String stream =
        "data:{\"index\":1,\"token\":{\"id\":1,\"text\":\"yes\",\"special\":false},"
            + "\"generated_text\":null,\"details\":null}\n\n"
            + "data:{\"index\":2,\"token\":{\"id\":2,\"text\":\"</s>\",\"special\":true},"
            + "\"generated_text\":\"yes\",\"details\":{\"finish_reason\":\"eos_token\","
            + "\"generated_tokens\":2}}\n\n";
    Answer.Usage usage =
        new Answer.Usage(OptionalInt.empty(), OptionalInt.of(2), OptionalInt.empty());
    seen(answer(endpoint, STREAMED, "text/event-stream", stream), 1, "eos_token", usage, "yes");
    seen(
        answer(
            endpoint,
            WHOLE,
            "application/json",
            "{\"generated_text\":\"yes\",\"details\":{\"finish_reason\":\"length\","
                + "\"generated_tokens\":2}}"),
        1,
        "length",
        usage,
        "yes");
  }

  @Test
  void ollamaAnswersInLines() throws IOException {
    Endpoint endpoint = endpoint("ollama");
    assertEquals(3000, body(endpoint, STREAMED).path("options").path("num_predict").asInt());
    String last =
        "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\","
            + "\"prompt_eval_count\":3,\"eval_count\":2}\n";
    seen(
        answer(
            endpoint,
            STREAMED,
            "application/x-ndjson",
            "{\"message\":{\"role\":\"assistant\",\"content\":\"ye\"},\"done\":false}\n"
                + "{\"message\":{\"role\":\"assistant\",\"content\":\"s\"},\"done\":false}\r\n"
                + last),
        2,
        "length",
        usage(3, 2),
        "yes");
    assertEquals(
        Ending.failed("error: model not found"),
        answer(endpoint, STREAMED, "application/x-ndjson", "{\"error\":\"model not found\"}\n")
            .end(true));
  }

  @Test
  void theUsersOwnFieldsWinAndObjectsAreMerged() throws IOException {
    JsonNode body =
        body(
            Endpoints.of(
                "openai-chat",
                settings(
                    Endpoints.Reasoning.NONE,
                    "{\"temperature\":0,\"max_tokens\":7,\"stream_options\":{\"x\":1}}")),
            STREAMED);
    assertEquals(0, body.path("temperature").asInt(-1));
    assertEquals(7, body.path("max_tokens").asInt());
    assertEquals("{\"include_usage\":true,\"x\":1}", body.path("stream_options").toString());
  }

  private Template template(String text) throws IOException {
    Path file = folder.resolve("t.yaml");
    Files.writeString(file, text);
    return Template.read(file);
  }

  private static Endpoint templated(Template template) {
    return Endpoints.of(
        "template",
        new Endpoints.Settings(
            "m",
            true,
            false,
            false,
            Endpoints.Reasoning.NONE,
            JsonNodeFactory.instance.objectNode(),
            Optional.of(template),
            TextKeeping.all(),
            Clock.systemUTC()));
  }

  @Test
  void aTemplateSaysWhatGoesWhereAndWhatComesFromWhere() throws IOException {
    Endpoint endpoint =
        templated(
            template(
                """
                path: /v2/models/m/generate_stream
                headers: {X-Team: perf}
                body:
                  text_input: "{{prompt}}"
                  id: "run-{{request_id}}"
                  parameters: {max_tokens: "{{output_tokens}}", stream: "{{stream}}", top_k: 1}
                stream: events
                answer:
                  text: /text_output
                  finish: /stop
                  output_tokens: /counts/out
                  error: /error
                """));
    assertEquals("/v2/models/m/generate_stream", endpoint.path(STREAMED));
    assertEquals(Map.of("X-Team", "perf"), endpoint.headers());
    assertEquals(
        "{\"text_input\":\"a b c\",\"id\":\"run-r\","
            + "\"parameters\":{\"max_tokens\":3000,\"stream\":true,\"top_k\":1}}",
        body(endpoint, STREAMED).toString());
    seen(
        answer(
            endpoint,
            STREAMED,
            "text/event-stream",
            "data: {\"text_output\":\"y\"}\n\ndata: {\"text_output\":\"\"}\n\n"
                + "data: {\"text_output\":\"es\",\"stop\":\"length\",\"counts\":{\"out\":2}}\n\n"),
        2,
        "length",
        new Answer.Usage(OptionalInt.empty(), OptionalInt.of(2), OptionalInt.empty()),
        "yes");
    assertEquals(
        Ending.failed("error: no"),
        answer(endpoint, STREAMED, "text/event-stream", "data: {\"error\":\"no\"}\n\n").end(true));
  }

  @Test
  void everythingThatIsWrongWithATemplateIsSaidAtOnce() {
    InputException refused =
        assertThrows(
            InputException.class,
            () ->
                template(
                    """
                    path: generate
                    body: {n: "{{output_token}}"}
                    strem: lines
                    answer: {text: text}
                    """));
    String said = refused.getMessage();
    assertTrue(said.contains("begins with /"), said);
    assertTrue(said.contains("did you mean {{output_tokens}}?"), said);
    assertTrue(said.contains("did you mean stream?"), said);
    assertTrue(said.contains("neither {{prompt}} nor {{messages}}"), said);
    assertTrue(said.contains("expected a JSON pointer"), said);
  }
}
