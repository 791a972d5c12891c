package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OpenAiChatTest {

  private static JsonNode body(boolean ignoreEos, int outputTokens) throws IOException {
    Endpoint endpoint = Endpoints.of("openai-chat", new Endpoints.Settings("m/1", ignoreEos));
    WorkloadRow row = new WorkloadRow(Request.of("r", 0, 3, outputTokens), Intent.PLAIN);
    return Json.tree(
        new String(endpoint.body(Ask.of(row, "say \"hi\"\n")), StandardCharsets.UTF_8));
  }

  @Test
  void theBodyAsksForThePlannedLengthAndTheUsage() throws IOException {
    JsonNode body = body(true, 12);
    assertEquals("m/1", body.path("model").asText());
    assertEquals("say \"hi\"\n", body.path("messages").path(0).path("content").asText());
    assertEquals(12, body.path("max_tokens").asInt());
    assertTrue(body.path("stream").asBoolean());
    assertTrue(body.path("stream_options").path("include_usage").asBoolean());
    assertTrue(body.path("ignore_eos").asBoolean());
  }

  @Test
  void theModelMayBeLeftToStop() throws IOException {
    assertFalse(body(false, 12).has("ignore_eos"));
  }

  @Test
  void zeroPlannedTokensAskForOne() throws IOException {
    assertEquals(1, body(true, 0).path("max_tokens").asInt());
  }

  @Test
  void anUnknownEndpointIsRefusedWithTheKnownOnes() {
    InputException refused =
        assertThrows(
            InputException.class, () -> Endpoints.of("grpc", new Endpoints.Settings("m", true)));
    assertTrue(
        refused.getMessage().startsWith("endpoint 'grpc' is not known"), refused.getMessage());
    assertTrue(refused.getMessage().contains("openai-chat, openai-completions"));
  }
}
