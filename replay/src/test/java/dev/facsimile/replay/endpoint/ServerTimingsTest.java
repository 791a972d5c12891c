package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.outcome.ServerTimes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms as the servers' own documents show them. */
class ServerTimingsTest {
  private static final String TOKEN =
      "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}";
  private static final String STOP =
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]%s}";
  private static final String USAGE =
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":42,\"completion_tokens\":128}%s}";

  private static HttpAnswer read(
      Dialect dialect, String type, Map<String, String> headers, String body) {
    HttpAnswer answer =
        type.contains("ndjson")
            ? HttpAnswer.ofLines(dialect, true, Reading.WITHOUT_TEXT)
            : HttpAnswer.ofEvents(dialect, true, Reading.WITHOUT_TEXT);
    Map<String, String> all = new HashMap<>(headers);
    all.put("content-type", type);
    answer.head(new ResponseHead(200, true, all), 1);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    answer.body(bytes, 0, bytes.length, 2);
    answer.end(true);
    return answer;
  }

  private static ServerTimes streamed(String... events) {
    StringBuilder body = new StringBuilder();
    for (String event : events) {
      body.append("data: ").append(event).append("\n\n");
    }
    return read(new OpenAiDialect(), "text/event-stream", Map.of(), body.toString())
        .answer()
        .serverTimes();
  }

  private static ServerTimes told(String source, long queue, long prefill, long decode) {
    return new ServerTimes(at(queue), at(prefill), at(decode), Optional.of(source));
  }

  private static OptionalLong at(long nanos) {
    return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  @Test
  void vllmTellsMetricsInItsUsageChunk() {
    String metrics =
        ",\"metrics\":{\"time_to_first_token_ms\":85.2,\"generation_time_ms\":1240.5,"
            + "\"queue_time_ms\":12.3,\"mean_itl_ms\":9.1,\"tokens_per_second\":103.2}";
    assertEquals(
        told("vllm", 12_300_000, 85_200_000, 1_240_500_000),
        streamed(TOKEN, STOP.formatted(""), USAGE.formatted(metrics), "[DONE]"));
  }

  @Test
  void aWholeAnswerHasThemBesideItsUsage() {
    String body =
        "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],"
            + "\"metrics\":{\"queue_time_ms\":0,\"time_to_first_token_ms\":null}}";
    assertEquals(
        told("vllm", 0, -1, -1),
        read(new OpenAiDialect(), "application/json", Map.of(), body).answer().serverTimes());
  }

  @Test
  void vllmsResponsesHaveThemInTheirLastEvent() {
    String body =
        "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\","
            + "\"delta\":\"a\"}\n\nevent: response.completed\ndata: {\"type\":"
            + "\"response.completed\",\"response\":{\"status\":\"completed\",\"metrics\":"
            + "{\"queue_time_ms\":1.5,\"time_to_first_token_ms\":2,\"generation_time_ms\":3}}}\n\n";
    assertEquals(
        told("vllm", 1_500_000, 2_000_000, 3_000_000),
        read(new ResponsesDialect(), "text/event-stream", Map.of(), body).answer().serverTimes());
  }

  @Test
  void llamaCppTellsNoQueueAndItIsNotZero() {
    String timings =
        ",\"timings\":{\"cache_n\":60,\"prompt_n\":8,\"prompt_ms\":43.237,\"predicted_n\":25,"
            + "\"predicted_ms\":238.74}";
    assertEquals(
        told("llama.cpp", -1, 43_237_000, 238_740_000),
        streamed(TOKEN, STOP.formatted(timings), "[DONE]"));
  }

  @Test
  void dynamoTellsThemWhereTimingWasAskedFor() {
    String nvext =
        ",\"nvext\":{\"timing\":{\"request_received_ms\":1777312800000,"
            + "\"prefill_wait_time_ms\":12.1,\"prefill_time_ms\":70.3,\"ttft_ms\":82.4}}";
    assertEquals(
        told("dynamo", 12_100_000, 70_300_000, -1),
        streamed(TOKEN, STOP.formatted(nvext), "[DONE]"));
  }

  @Test
  void groqAndCerebrasTellSeconds() {
    String groq =
        ",\"x_groq\":{\"id\":\"req_1\",\"usage\":{\"queue_time\":0.147255087,"
            + "\"prompt_time\":0.006949183,\"completion_time\":0.033333333}}";
    assertEquals(
        told("groq", 147_255_087, 6_949_183, 33_333_333),
        streamed(TOKEN, STOP.formatted(groq), "[DONE]"));
    String cerebras =
        ",\"time_info\":{\"queue_time\":0.0005,\"prompt_time\":0.001,\"completion_time\":0.02}";
    assertEquals(
        told("cerebras", 500_000, 1_000_000, 20_000_000),
        streamed(TOKEN, STOP.formatted(cerebras), "[DONE]"));
  }

  @Test
  void ollamaTellsNanosecondsAndWhatItsCacheHad() {
    HttpAnswer answer =
        read(
            new OllamaDialect(),
            "application/x-ndjson",
            Map.of(),
            "{\"message\":{\"content\":\"a\"},\"done\":false}\n"
                + "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\","
                + "\"total_duration\":174560334,\"load_duration\":101397084,"
                + "\"prompt_eval_count\":11,\"prompt_eval_cached_count\":8,"
                + "\"prompt_eval_duration\":13074791,\"eval_count\":18,"
                + "\"eval_duration\":52479709}\n");
    assertEquals(told("ollama", -1, 13_074_791, 52_479_709), answer.answer().serverTimes());
    assertEquals(OptionalInt.of(8), answer.answer().usage().cachedTokens());
  }

  @Test
  void tgiTellsMillisecondsInHeadersWhichCountWithoutABodysOwn() {
    Map<String, String> headers = Map.of("x-queue-time", "7", "x-inference-time", "40");
    String body = "{\"generated_text\":\"a\",\"details\":{\"finish_reason\":\"length\"}}";
    assertEquals(
        told("tgi", 7_000_000, -1, -1),
        read(new TgiDialect(), "application/json", headers, body).answer().serverTimes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"metrics\":null",
        ",\"metrics\":{}",
        ",\"metrics\":{\"queue_time_ms\":null}",
        ",\"metrics\":{\"queue_time_ms\":-1}",
        ",\"metrics\":{\"queue_time_ms\":\"5\"}",
        ",\"timings\":{\"prompt_n\":5}",
        ",\"x_groq\":{\"id\":\"req_1\"}"
      })
  void whatIsNotToldIsUnknown(String fields) {
    assertEquals(
        ServerTimes.UNKNOWN,
        streamed(TOKEN, STOP.formatted(""), USAGE.formatted(fields), "[DONE]"));
  }

  @Test
  void aQueueTimeInSomebodyElsesHeaderIsNotTaken() {
    String body = "data: " + TOKEN + "\n\ndata: " + STOP.formatted("") + "\n\n";
    for (Map<String, String> headers :
        java.util.List.of(
            Map.of("x-queue-time", "0.123"),
            Map.of("x-queue-time", "5"),
            Map.of("x-queue-time", "5", "x-inference-time", "soon"))) {
      assertEquals(
          ServerTimes.UNKNOWN,
          read(new OpenAiDialect(), "text/event-stream", headers, body).answer().serverTimes());
    }
  }
}
