package dev.facsimile.replay.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SimulatedServerTest {
  private static final String ASK =
      "{\"model\":\"m\\\"1\",\"messages\":[{\"role\":\"system\",\"content\":\"be  kind\"},"
          + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"one two\\nthree\"}]}],"
          + "\"max_tokens\":4";

  private final HttpClient client = HttpClient.newHttpClient();
  private final SimulatedServer server =
      new SimulatedServer(
          new ServerModel(
              1, OptionalInt.of(1), Duration.ofMillis(30), 1e6, Duration.ofMillis(10), 1));

  @BeforeEach
  void start() throws IOException {
    server.start(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(server.url() + path))
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private HttpResponse<String> send(HttpRequest request) throws Exception {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path)).build();
    return Json.tree(send(request).body());
  }

  @Test
  void aStreamHasOneChunkForEachTokenThenTheUsageThenDone() throws Exception {
    long start = System.nanoTime();
    HttpResponse<String> answer =
        send(
            post(
                "/v1/chat/completions",
                ASK + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}"));
    long took = System.nanoTime() - start;
    assertEquals(200, answer.statusCode());
    List<String> events =
        answer.body().lines().filter(l -> !l.isEmpty()).map(l -> l.substring(6)).toList();
    assertEquals(1 + 4 + 1 + 1, events.size());
    assertEquals("[DONE]", events.get(6));
    JsonNode last = Json.tree(events.get(4));
    assertEquals("m\"1", last.path("model").asText());
    assertEquals("length", last.path("choices").path(0).path("finish_reason").asText());
    JsonNode usage = Json.tree(events.get(5)).path("usage");
    assertEquals(5, usage.path("prompt_tokens").asInt());
    assertEquals(4, usage.path("completion_tokens").asInt());
    // 30 ms to the first token and 10 ms to each of the three others, at least.
    assertTrue(took >= 60_000_000, took + " ns");
  }

  @Test
  void aWholeAnswerIsOneDocument() throws Exception {
    JsonNode answer = Json.tree(send(post("/v1/chat/completions", ASK + "}")).body());
    JsonNode choice = answer.path("choices").path(0);
    assertEquals("word word word word", choice.path("message").path("content").asText());
    assertEquals(9, answer.path("usage").path("total_tokens").asInt());
  }

  @Test
  void textCompletionsAreServedToo() throws Exception {
    String ask = "{\"model\":\"m\",\"prompt\":\"a b c\",\"max_tokens\":2,\"stream\":";
    JsonNode whole = Json.tree(send(post("/v1/completions", ask + "false}")).body());
    assertEquals("word word", whole.path("choices").path(0).path("text").asText());
    assertEquals(3, whole.path("usage").path("prompt_tokens").asInt());
    assertEquals(3, send(post("/v1/completions", ask + "true}")).body().split("data: ").length - 1);
  }

  @Test
  void whatCannotBeReadIsAnErrorInOpenAisForm() throws Exception {
    HttpResponse<String> answer = send(post("/v1/chat/completions", "{\"messages\":"));
    assertEquals(400, answer.statusCode());
    JsonNode error = Json.tree(answer.body()).path("error");
    assertEquals("Bad Request", error.path("type").asText());
    assertTrue(error.path("message").asText().contains("JSON decode error"));
    assertEquals(400, send(post("/v1/chat/completions", "{}")).statusCode());
    assertEquals(
        400, send(post("/v1/chat/completions", "{\"messages\":[],\"max_tokens\":0}")).statusCode());
  }

  @Test
  void otherRoutesAndMethodsAreRefusedAsVllmDoes() throws Exception {
    assertEquals(404, send(post("/v2", "{}")).statusCode());
    HttpRequest unknown = HttpRequest.newBuilder(URI.create(server.url() + "/v2")).build();
    assertEquals(404, send(unknown).statusCode());
    assertEquals("Not Found", Json.tree(send(unknown).body()).at("/error/message").asText());
    HttpResponse<String> wrong = send(post("/health", "{}"));
    assertEquals(405, wrong.statusCode());
    assertEquals("Method Not Allowed", Json.tree(wrong.body()).at("/error/type").asText());
    HttpRequest head =
        HttpRequest.newBuilder(URI.create(server.url() + "/health"))
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();
    assertEquals(405, send(head).statusCode());
    // The connection is still good: an answer to HEAD left nothing behind on it.
    assertTrue(get("/health").path("simulation").asBoolean());
  }

  @Test
  void aFullQueueAnswersTooManyRequests() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    client.sendAsync(
                        post(
                            "/v1/chat/completions",
                            "{\"messages\":[{\"content\":\"a\"}],\"max_tokens\":40}"),
                        HttpResponse.BodyHandlers.ofString()))
            .toList();
    int turnedAway = 0;
    for (CompletableFuture<HttpResponse<String>> one : all) {
      HttpResponse<String> answer = one.get();
      if (answer.statusCode() == 429) {
        turnedAway++;
        assertEquals("1", answer.headers().firstValue("retry-after").orElseThrow());
      }
    }
    // One slot, one place in the queue, 420 ms of work each: of six at once some find no place.
    assertTrue(turnedAway >= 1 && turnedAway <= 4, turnedAway + " turned away");
  }

  @Test
  void itSaysThatItIsASimulation() throws Exception {
    assertTrue(get("/health").path("simulation").asBoolean());
    assertEquals("simulated", get("/v1/models").path("data").path(0).path("id").asText());
  }
}
