package dev.facsimile.replay.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.replay.simulator.fleet.Fault;
import dev.facsimile.replay.simulator.fleet.FaultText;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine model behind HTTP. */
@Timeout(60)
class EngineServerTest {
  private static final EngineLimits LIMITS =
      EngineLimits.DEFAULT.withMaxModelLen(4096).withMaxNumSeqs(8);

  private final HttpClient client = HttpClient.newHttpClient();
  private Optional<SimulatedServer> server = Optional.empty();

  private static Profile profile(EngineLimits limits, int streamInterval) {
    return new Profile(
        "tiny", "", limits, new StepCost(2e6, 0, 1000, 0, 0, 0), 0, 0, streamInterval);
  }

  private void start(Profile profile, ServerSettings settings, String... faults)
      throws IOException {
    List<Fault> read = List.of(faults).stream().map(FaultText::read).toList();
    SeededStreams streams = new SeededStreams(1);
    SimulatedServer started =
        new SimulatedServer(
            profile, 1, RoutingPolicy.ROUND_ROBIN, new Faults(read, streams), streams, settings);
    server = Optional.of(started);
    started.start(0);
  }

  private void start(String... faults) throws IOException {
    start(profile(LIMITS, 1), ServerSettings.PLAIN, faults);
  }

  @AfterEach
  void stop() {
    server.ifPresent(SimulatedServer::close);
  }

  private HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(server.orElseThrow().url() + path))
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private HttpResponse<String> send(String path, String body) throws Exception {
    return client.send(post(path, body), HttpResponse.BodyHandlers.ofString());
  }

  private String get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.orElseThrow().url() + path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static String chat(String words, String more) {
    return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\""
        + words
        + "\"}]"
        + more
        + "}";
  }

  private static List<JsonNode> events(String body) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    for (String line : body.split("\n")) {
      if (line.startsWith("data: {")) {
        events.add(Json.tree(line.substring(6)));
      }
    }
    return events;
  }

  @Test
  void theSecondOfTwoEqualPromptsIsCachedUnlessItsSaltDiffers() throws Exception {
    start();
    String words = "w ".repeat(100);
    int[] cached = new int[3];
    String[] salts = {"", "", ",\"cache_salt\":\"other\""};
    for (int i = 0; i < 3; i++) {
      JsonNode answer =
          Json.tree(
              send("/v1/chat/completions", chat(words, ",\"max_tokens\":3" + salts[i])).body());
      cached[i] = answer.path("usage").path("prompt_tokens_details").path("cached_tokens").asInt();
    }
    assertEquals(List.of(0, 96, 0), IntStream.of(cached).boxed().toList());
    String metrics = get("/metrics");
    assertTrue(metrics.contains("vllm:prefix_cache_hits_total{engine=\"0\""), metrics);
    assertTrue(
        metrics.contains("vllm:generation_tokens_total{engine=\"0\",model_name=\"tiny\"} 9.0"),
        metrics);
    assertTrue(metrics.contains("vllm:time_to_first_token_seconds_count"), metrics);
  }

  @Test
  void anAnswerTellsItsOwnTimesAsVllmDoes() throws Exception {
    start();
    JsonNode metrics =
        Json.tree(send("/v1/chat/completions", chat("w w w", ",\"max_tokens\":5")).body())
            .path("metrics");
    assertEquals(0, metrics.path("queue_time_ms").asDouble(-1), 1);
    double first = metrics.path("time_to_first_token_ms").asDouble(-1);
    double rest = metrics.path("generation_time_ms").asDouble(-1);
    assertTrue(first > 0 && rest > 0, metrics.toString());
    assertEquals(rest / 4, metrics.path("mean_itl_ms").asDouble(), 0.001);
    assertEquals(5_000 / (first + rest), metrics.path("tokens_per_second").asDouble(), 0.1);
  }

  @Test
  void theNextTurnFindsTheAnswerInTheCache() throws Exception {
    start();
    String words = "w ".repeat(100);
    String first =
        Json.tree(send("/v1/chat/completions", chat(words, ",\"max_tokens\":60")).body())
            .path("choices")
            .path(0)
            .path("message")
            .path("content")
            .asText();
    String next =
        "{\"model\":\"m\",\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\""
            + words
            + "\"},{\"role\":\"assistant\",\"content\":\""
            + first
            + "\"},{\"role\":\"user\",\"content\":\"and now\"}]}";
    JsonNode usage = Json.tree(send("/v1/chat/completions", next).body()).path("usage");
    assertEquals(162, usage.path("prompt_tokens").asInt());
    // 159 of the 160 tokens of prompt and answer were computed: nine blocks of 16.
    assertEquals(144, usage.path("prompt_tokens_details").path("cached_tokens").asInt());
  }

  @Test
  void responsesAreStreamedAsTypedEvents() throws Exception {
    start();
    String body =
        send(
                "/v1/responses",
                "{\"model\":\"m\",\"input\":\"one two"
                    + " three\",\"max_output_tokens\":4,\"stream\":true}")
            .body();
    List<JsonNode> events = events(body);
    assertEquals("response.created", events.get(0).path("type").asText());
    assertEquals(
        4,
        events.stream()
            .filter(e -> e.path("type").asText().equals("response.output_text.delta"))
            .count());
    JsonNode last = events.get(events.size() - 1);
    assertEquals("response.incomplete", last.path("type").asText(), "it stopped at its limit");
    assertEquals(3, last.path("response").path("usage").path("input_tokens").asInt());
    assertEquals(4, last.path("response").path("usage").path("output_tokens").asInt());
    for (int i = 0; i < events.size(); i++) {
      assertEquals(i, events.get(i).path("sequence_number").asInt());
    }
  }

  @Test
  void messagesAreStreamedAsAnthropicDoes() throws Exception {
    start();
    String body =
        send(
                "/v1/messages",
                "{\"model\":\"m\",\"system\":\"be"
                    + " kind\",\"messages\":[{\"role\":\"user\",\"content\":\"a b\"}],"
                    + "\"max_tokens\":3,\"stream\":true}")
            .body();
    List<String> types = events(body).stream().map(e -> e.path("type").asText()).toList();
    assertEquals(
        List.of(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop"),
        types);
    assertEquals(4, events(body).get(0).path("message").path("usage").path("input_tokens").asInt());
  }

  @Test
  void chunksHoldSeveralTokensAndContinuousUsageCountsThem() throws Exception {
    start(profile(LIMITS, 4), ServerSettings.PLAIN);
    String more =
        ",\"max_tokens\":10,\"stream\":true,\"stream_options\":"
            + "{\"include_usage\":true,\"continuous_usage_stats\":true}";
    List<JsonNode> events = events(send("/v1/chat/completions", chat("hi", more)).body());
    List<Integer> counts =
        events.stream().map(e -> e.path("usage").path("completion_tokens").asInt()).toList();
    assertEquals(List.of(0, 4, 8, 10, 10), counts);
  }

  @Test
  void anAnswerEndsByItselfUnlessTheEndIsIgnored() throws Exception {
    start(
        profile(LIMITS, 1),
        new ServerSettings(Optional.empty(), Optional.empty(), OptionalInt.of(5)));
    JsonNode ends =
        Json.tree(send("/v1/chat/completions", chat("a b", ",\"max_tokens\":2000")).body());
    assertEquals("stop", ends.path("choices").path(0).path("finish_reason").asText());
    assertTrue(ends.path("usage").path("completion_tokens").asInt() < 200);
    JsonNode least =
        Json.tree(
            send("/v1/chat/completions", chat("a b", ",\"max_tokens\":400,\"min_tokens\":300"))
                .body());
    assertEquals(300, least.path("usage").path("completion_tokens").asInt());
    JsonNode ignored =
        Json.tree(
            send("/v1/chat/completions", chat("a b", ",\"max_tokens\":300,\"ignore_eos\":true"))
                .body());
    assertEquals(300, ignored.path("usage").path("completion_tokens").asInt());
    assertEquals("length", ignored.path("choices").path(0).path("finish_reason").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",\"max_tokens\":0|max_tokens must be at least 1, got 0.",
        ",\"max_tokens\":9,\"min_tokens\":10|min_tokens must be less than or equal to max_tokens=9,"
            + " got 10.",
        ",\"max_tokens\":5000|'max_tokens' or 'max_completion_tokens' is too large: 5000. This"
            + " model's maximum context length is 4096 tokens and your request has 2 input tokens"
            + " (5000 > 4096 - 2).",
        ",\"temperature\":-1|temperature must be non-negative, got -1.0.",
        ",\"stream_options\":{}|Stream options can only be defined when `stream=True`.",
        ",\"cache_salt\":\"\"|Parameter 'cache_salt' must be a non-empty string if provided.",
        ",\"top_p\":2|top_p must be in (0, 1], got 2.0."
      })
  void badRequestsAreRefusedInVllmsWords(String more, String message) throws Exception {
    start();
    HttpResponse<String> answer = send("/v1/chat/completions", chat("a b", more));
    assertEquals(400, answer.statusCode());
    JsonNode error = Json.tree(answer.body()).path("error");
    assertEquals(message, error.path("message").asText());
    assertEquals("BadRequestError", error.path("type").asText());
    assertEquals(400, error.path("code").asInt());
  }

  @Test
  void aPromptBeyondTheContextIsRefused() throws Exception {
    start();
    HttpResponse<String> answer = send("/v1/chat/completions", chat("w ".repeat(5000), ""));
    assertEquals(400, answer.statusCode());
    assertTrue(
        answer
            .body()
            .contains(
                "This model's maximum context length is 4096 tokens. However, your request has 5000"
                    + " input tokens."),
        answer.body());
  }

  @Test
  void anUnknownModelIsNotFoundWhereOneIsNamed() throws Exception {
    start(
        profile(LIMITS, 1),
        new ServerSettings(Optional.of("llama"), Optional.empty(), OptionalInt.empty()));
    HttpResponse<String> answer = send("/v1/chat/completions", chat("a", ""));
    assertEquals(404, answer.statusCode());
    assertTrue(answer.body().contains("The model `m` does not exist."), answer.body());
    assertTrue(get("/v1/models").contains("\"llama\""));
    assertTrue(get("/version").contains("simulator"));
  }

  @Test
  void aFullQueueIsTooManyRequests() throws Exception {
    start(
        profile(LIMITS.withMaxNumSeqs(1).withQueueLimit(OptionalInt.of(1)), 1),
        ServerSettings.PLAIN);
    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    client.sendAsync(
                        post("/v1/chat/completions", chat("a", ",\"max_tokens\":300")),
                        HttpResponse.BodyHandlers.ofString()))
            .toList();
    int refused = 0;
    for (CompletableFuture<HttpResponse<String>> one : all) {
      refused += one.get().statusCode() == 429 ? 1 : 0;
    }
    // One slot and one place, 600 ms of work each, six at once.
    assertTrue(refused >= 2 && refused <= 5, refused + " refused");
  }

  @Test
  void errorsAndResetsComeInTheMiddleOfAStream() throws Exception {
    start("error:share=1");
    String body =
        send("/v1/chat/completions", chat("a", ",\"max_tokens\":50,\"stream\":true")).body();
    assertTrue(body.contains("\"error\":{\"message\":\"simulated error\""), body);
    stop();
    start("reset:share=1");
    assertThrows(
        IOException.class,
        () -> send("/v1/chat/completions", chat("a", ",\"max_tokens\":50,\"stream\":true")));
  }

  @Test
  void aReplicaThatDiesBreaksWhatItServes() throws Exception {
    // The answer would take 7.8 s; the replica dies in the middle of it, even where a busy machine
    // takes seconds to send the request.
    start("down:replica=0,at=4s,for=60s");
    CompletableFuture<HttpResponse<String>> served =
        client.sendAsync(
            post("/v1/chat/completions", chat("a", ",\"max_tokens\":3900,\"stream\":true")),
            HttpResponse.BodyHandlers.ofString());
    assertThrows(ExecutionException.class, served::get);
    assertEquals(503, send("/v1/chat/completions", chat("a", "")).statusCode());
  }

  @Test
  void untilARouterHasNoticedADeadReplicaItsRequestsAreReset() throws Exception {
    start("down:replica=0,at=0s,for=60s,detect=60s");
    assertThrows(IOException.class, () -> send("/v1/chat/completions", chat("a", "")));
  }

  @Test
  void aStalledAnswerIsWholeButLate() throws Exception {
    start("stall:share=1,for=400ms");
    long start = System.nanoTime();
    HttpResponse<String> answer =
        send("/v1/chat/completions", chat("a", ",\"max_tokens\":5,\"stream\":true"));
    assertTrue(System.nanoTime() - start >= 400_000_000L);
    assertTrue(answer.body().endsWith("data: [DONE]\n\n"), answer.body());
  }

  @Test
  void aTokenizerCountsPromptsAndServesTokenize() throws Exception {
    try (Tokenizer tokenizer =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      start(
          profile(LIMITS, 1),
          new ServerSettings(Optional.empty(), Optional.of(tokenizer), OptionalInt.empty()));
      String text = "unbelievable tokenization";
      int expected = tokenizer.count(text);
      JsonNode counted = Json.tree(send("/tokenize", "{\"prompt\":\"" + text + "\"}").body());
      assertEquals(expected, counted.path("count").asInt());
      assertEquals(expected, counted.path("tokens").size());
      JsonNode answer =
          Json.tree(
              send("/v1/completions", "{\"prompt\":\"" + text + "\",\"max_tokens\":2}").body());
      assertEquals(expected, answer.path("usage").path("prompt_tokens").asInt());
    }
  }
}
