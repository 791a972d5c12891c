package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of vLLM, SGLang, TGI and AIPerf. */
class EngineLogsTest {
  private static final String VLLM = "(APIServer pid=7) INFO 03-01 10:00:%02d [logger.py:49] ";

  @TempDir private Path folder;

  private Ingested ingest(String... lines) throws IOException {
    return Ingested.of(
        folder, Files.writeString(folder.resolve("x.log"), String.join("\n", lines) + "\n"));
  }

  private static String vllm(int second, String message) {
    return String.format(VLLM, second) + message;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO 02-01 04:31:38 async_llm_engine.py:385] Received request cmpl-1: prompt: None,"
            + " prefix_pos: None,sampling params: SamplingParams(n=1, max_tokens=20, logprobs=0),"
            + " prompt token ids: [2, 12375, 351].",
        "INFO 05-25 00:01:04 async_llm_engine.py:529] Received request cmpl-1: prompt: None,"
            + " sampling_params: SamplingParams(n=1, max_tokens=20), prompt_token_ids: [1, 2, 3],"
            + " lora_request: None.",
        "vllm-server | INFO 04-02 12:30:23 logger.py:39] Received request cmpl-1: prompt:"
            + " 'max_tokens=9, prompt_token_ids: [1]', params: SamplingParams(n=1, max_tokens=20),"
            + " prompt_token_ids: [1, 2, 3], lora_request: None, prompt_adapter_request: None.",
        "(APIServer pid=1) INFO 12-31 23:59:59 [logger.py:41] Received request cmpl-1: prompt:"
            + " \"it's\", params: SamplingParams(n=1, max_tokens=20), prompt_token_ids: [1, 2, 3],"
            + " prompt_embeds shape: None, lora_request: None."
      })
  void everyVersionOfVllmTellsWhatItReceived(String line) throws IOException {
    Ingested trace = ingest(line);
    assertEquals("vllm-log", trace.format());
    Request request = trace.rows().get(0).request();
    assertEquals("cmpl-1", request.id());
    assertEquals(OptionalInt.of(3), request.tokens().input());
    assertEquals(OptionalInt.of(20), request.tokens().maxOutput());
    assertEquals(OptionalInt.empty(), request.tokens().output());
  }

  @Test
  void aVllmStreamJoinsItsDetailsItsPartsAndItsEnd() throws IOException {
    Ingested trace =
        ingest(
            vllm(0, "Request c1 details: prompt: 'a\\nb', prompt_token_ids: [1, 2, 3]."),
            vllm(
                0,
                "Received request c1: params: SamplingParams(max_tokens=9), lora_request:"
                    + " LoRARequest(lora_name='legal', lora_int_id=1)."),
            vllm(
                2,
                "Generated response c1 (streaming delta): output: 'x', output_token_ids: [7],"
                    + " finish_reason: None"),
            vllm(
                3,
                "Generated response c1 (streaming delta): output: 'y', output_token_ids:"
                    + " [8, 9], finish_reason: stop"),
            vllm(
                4,
                "Generated response c1 (streaming complete): output: 'xyz',"
                    + " output_token_ids: None, finish_reason: streaming_complete"),
            "INFO:     10.0.0.5:51022 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK");
    assertEquals(1, trace.summary().accepted());
    assertEquals(4, trace.summary().mergedRows());
    assertEquals(1, trace.summary().skippedRows());
    TraceRow row = trace.rows().get(0);
    assertEquals(OptionalInt.of(3), row.request().tokens().input());
    assertEquals(OptionalInt.of(3), row.request().tokens().output());
    assertEquals(Optional.of("legal"), row.request().origin().adapter());
    assertEquals(Optional.of(true), row.request().streaming());
    assertEquals(Optional.of("stop"), row.observed().finishReason());
    assertEquals(OptionalLong.of(4_000_000_000L), row.observed().e2eNanos());
    assertTrue(row.content().orElseThrow().contains("a\\nb"), row.content().orElseThrow());
  }

  @Test
  void vllmRequestsWithoutAnAnswerAreKeptAndAbortedOnesAreCancelled() throws IOException {
    Ingested trace =
        ingest(
            vllm(0, "Received request c1: params: SamplingParams(max_tokens=9)."),
            vllm(1, "Received request c2: params: SamplingParams(max_tokens=9)."),
            vllm(2, "Aborted request c2."),
            vllm(3, "Finished request c0."),
            vllm(4, "Received request c3: params: SamplingParams(max_tok"),
            vllm(5, "Received request e1: params: PoolingParams(dimensions=None)."));
    assertEquals(List.of("c1", "c2"), trace.rows().stream().map(r -> r.request().id()).toList());
    assertEquals(Optional.of(RequestStatus.CANCELLED), trace.rows().get(1).observed().status());
    assertEquals(1, trace.summary().rejected());
    assertEquals(2, trace.summary().skippedRows());
  }

  @Test
  void aRequestThatNeverEndsIsGivenOutInTimeForTheReorderWindow() throws IOException {
    int others = 10_000;
    String[] lines = new String[1 + 2 * others];
    lines[0] = vllm(0, "Received request lost: params: SamplingParams(max_tokens=9).");
    for (int i = 0; i < others; i++) {
      String head =
          String.format("INFO 03-01 %02d:%02d:%02d [a.py:1] ", 11 + i / 3600, i / 60 % 60, i % 60);
      lines[1 + 2 * i] =
          head + "Received request c" + i + ": params: SamplingParams(max_tokens=9).";
      lines[2 + 2 * i] = head + "Finished request c" + i + ".";
    }
    Ingested trace = ingest(lines);
    assertEquals(1 + others, trace.summary().accepted());
    assertEquals("lost", trace.rows().get(0).request().id());
  }

  @Test
  void aLogWithoutYearsGoesOverNewYear() throws IOException {
    String received = " [logger.py:49] Received request c%d: params: SamplingParams(n=1).";
    Ingested trace =
        ingest(
            "INFO 12-31 23:59:58" + String.format(received, 1),
            "INFO 01-01 00:00:00" + String.format(received, 2),
            "INFO 12-31 23:59:59" + String.format(received, 3));
    assertEquals(
        List.of("c1", "c3", "c2"), trace.rows().stream().map(r -> r.request().id()).toList());
    assertEquals(2_000_000_000L, trace.arrivals()[2]);
  }

  private static String sglang(String event, String rest) {
    return "{\"timestamp\": \"2026-03-01T10:00:0"
        + rest
        + ", \"event\": \"request."
        + event
        + "\", \"rid\": \"r1\", \"obj\": {\"stream\": true, \"sampling_params\":"
        + " {\"max_new_tokens\": 512}}";
  }

  private static final String META =
      ", \"out\": {\"meta_info\": {\"finish_reason\": {\"type\": \"stop\"}, \"prompt_tokens\": 1200,"
          + " \"completion_tokens\": 230, \"cached_tokens\": 1024, \"e2e_latency\": 4.5}}}";

  @Test
  void sglangEventsJoinByTheirRid() throws IOException {
    Ingested trace = ingest(sglang("received", "0.5\"") + "}", sglang("finished", "5.2\"") + META);
    assertEquals("sglang", trace.format());
    assertEquals(1, trace.summary().mergedRows());
    assertEquals(Optional.of("2026-03-01T10:00:00.500Z"), trace.header().startTime());
    assertSglang(trace);
  }

  @Test
  void anEndWhoseBeginningIsNotInTheLogCountsBackFromItsLatency() throws IOException {
    Ingested trace = ingest(sglang("finished", "5.2\"") + META);
    assertEquals(Optional.of("2026-03-01T10:00:00.700Z"), trace.header().startTime());
    assertSglang(trace);
  }

  @Test
  void sglangsTextLogJoinsLikeItsJsonAndItsPromptsMisleadNoOne() throws IOException {
    Ingested trace =
        ingest(
            "[2026-03-01 10:00:00] server_args=ServerArgs(model_path='m')",
            "[2026-03-01 10:00:00] Receive: obj=GenerateReqInput(text=\"rid='x', it's\", rid='r1',"
                + " sampling_params={'max_new_tokens': 512}, stream=True)",
            "[2026-03-01 10:00:04 TP0] Finish: obj=GenerateReqInput(text=\"rid='x', it's\","
                + " rid='r1', sampling_params={'max_new_tokens': 512}, stream=True), out={'text':"
                + " 'hi', 'meta_info': {'id': 'r1', 'finish_reason': {'type': 'stop', 'matched':"
                + " 151645}, 'prompt_tokens': 1200, 'completion_tokens': 230, 'cached_tokens':"
                + " 1024, 'e2e_latency': 4.5}}",
            "[2026-03-01 10:00:04] Finish: obj=GenerateReqInput(rid='HEALTH_CHECK_1'), out={}",
            "[2026-03-01 10:00:05] Receive: obj=GenerateReqInput(rid='r2', str",
            "[2026-03-01 10:00:04] Prefill batch. #new-seq: 1");
    assertEquals("sglang-log", trace.format());
    assertEquals(1, trace.summary().rejected());
    assertEquals(3, trace.summary().skippedRows());
    assertSglang(trace);
    assertTrue(trace.rows().get(0).content().orElseThrow().contains("rid='x', it's"));
  }

  private static void assertSglang(Ingested trace) {
    assertEquals(1, trace.rows().size());
    TraceRow row = trace.rows().get(0);
    assertEquals("r1", row.request().id());
    assertEquals(OptionalInt.of(1200), row.request().tokens().input());
    assertEquals(OptionalInt.of(230), row.request().tokens().output());
    assertEquals(OptionalInt.of(1024), row.request().tokens().cached());
    assertEquals(OptionalInt.of(512), row.request().tokens().maxOutput());
    assertEquals(Optional.of(true), row.request().streaming());
    assertEquals(Optional.of("stop"), row.observed().finishReason());
    assertEquals(OptionalLong.of(4_500_000_000L), row.observed().e2eNanos());
  }

  @Test
  void sglangMetricsArriveWhenTheyWereReceivedIfTheVersionTells() throws IOException {
    String row =
        "{\"request_parameters\": \"{\\\"stream\\\": true}\", \"id\": \"%s\", \"finish_reason\":"
            + " {\"type\": \"length\"}, \"prompt_tokens\": 12, \"completion_tokens\": 5,"
            + " \"cached_tokens\": 10, \"e2e_latency\": 9.1, \"queue_time\": 0.25,"
            + " \"request_received_ts\": %s, \"prefill_finished_ts\": %s}";
    Ingested trace =
        ingest(
            String.format(row, "a", "1000.5", "1001.0"),
            String.format(row, "b", "1002.5", "1003.0"),
            String.format(row, "c", "null", "null"));
    assertEquals("sglang-metrics", trace.format());
    assertEquals(1, trace.summary().rejected());
    assertEquals(2_000_000_000L, trace.arrivals()[1]);
    assertEquals(OptionalLong.of(500_000_000L), trace.rows().get(0).observed().ttftNanos());
    assertEquals(OptionalLong.of(250_000_000L), trace.rows().get(0).observed().queueNanos());
  }

  private static final String TGI =
      "total_time=\"4.065000001s\" validation_time=\"440.000001ms\" queue_time=\"95.001µs\""
          + " inference_time=\"3.624904999s\" time_per_token=\"38.977473ms\" seed=\"None\"";

  @Test
  void aTgiRequestBeganItsTotalTimeBeforeItsLineInEveryUnit() throws IOException {
    Ingested trace =
        ingest(
            "2026-03-01T10:00:09.100000Z  INFO generate{parameters=GenerateParameters { best_of:"
                + " None, max_new_tokens: Some(100), stop: [\"total_time=\\\"1s\\\"\"], adapter_id:"
                + " Some(\"legal\") } "
                + TGI
                + "}: text_generation_router::server:"
                + " router/src/server.rs:402: Success",
            "\u001b[2m2026-03-01T10:00:10.000000Z\u001b[0m \u001b[31mERROR\u001b[0m"
                + " generate_stream{parameters=GenerateParameters { max_new_tokens: Some(7) }}:"
                + " text_generation_router::infer: router/src/infer.rs:1: `inputs` too long",
            "2026-03-01T10:00:11.000000Z  INFO text_generation_router::server: Connected");
    assertEquals("tgi", trace.format());
    assertEquals(1, trace.summary().skippedRows());
    assertEquals(Optional.of("2026-03-01T10:00:05.034999999Z"), trace.header().startTime());
    TraceRow row = trace.rows().get(0);
    assertEquals(OptionalInt.empty(), row.request().tokens().input());
    assertEquals(OptionalInt.of(93), row.request().tokens().output());
    assertEquals(OptionalInt.of(100), row.request().tokens().maxOutput());
    assertEquals(Optional.of("legal"), row.request().origin().adapter());
    assertEquals(OptionalLong.of(95_001), row.observed().queueNanos());
    assertEquals(OptionalLong.of(4_065_000_001L), row.observed().e2eNanos());
    TraceRow failed = trace.rows().get(1);
    assertEquals(Optional.of(RequestStatus.FAILED), failed.observed().status());
    assertEquals(Optional.of(true), failed.request().streaming());
  }

  @Test
  void tgiInJsonTellsTheSameAsInText() throws IOException {
    Ingested trace =
        ingest(
            "{\"timestamp\":\"2026-03-01T10:00:09.100000Z\",\"level\":\"INFO\",\"message\":"
                + "\"Success\",\"target\":\"text_generation_router::server\",\"span\":{\"name\":"
                + "\"generate\",\"parameters\":\"GenerateParameters { max_new_tokens: Some(100) }\","
                + "\"total_time\":\"4.065000001s\",\"queue_time\":\"95.001µs\",\"inference_time\":"
                + "\"3.624904999s\",\"time_per_token\":\"38.977473ms\"}}",
            "{\"timestamp\":\"2026-03-01T10:00:10.100000Z\",\"level\":\"INFO\",\"message\":"
                + "\"Success\",\"span\":{\"name\":\"generate\",\"total_time\":\"4 parsecs\"}}",
            "{\"timestamp\":");
    assertEquals("tgi", trace.format());
    assertEquals(2, trace.summary().rejected());
    assertEquals(OptionalInt.of(93), trace.rows().get(0).request().tokens().output());
    assertEquals(OptionalInt.of(100), trace.rows().get(0).request().tokens().maxOutput());
    assertEquals(Optional.of("2026-03-01T10:00:05.034999999Z"), trace.header().startTime());
  }

  private static String aiperf(String phase, boolean cancelled, String metrics, String error) {
    return "{\"metadata\": {\"x_request_id\": \"q1\", \"x_correlation_id\": \"s1\", \"turn_index\":"
        + " 3, \"request_start_ns\": 1759813207532900363, \"benchmark_phase\": \""
        + phase
        + "\", \"was_cancelled\": "
        + cancelled
        + "}, \"metrics\": {"
        + metrics
        + "}, \"error\": "
        + error
        + "}";
  }

  @ParameterizedTest
  @CsvSource({"ns, 255886568", "us, 255886568000", "ms, 255886568000000"})
  void anAiPerfMetricIsReadInItsOwnUnit(String unit, long nanos) throws IOException {
    Ingested trace =
        ingest(
            aiperf(
                "profiling",
                false,
                "\"input_sequence_length\": {\"value\": 550, \"unit\": \"tokens\"},"
                    + "\"output_sequence_length\": {\"value\": 9, \"unit\": \"tokens\"},"
                    + "\"time_to_first_token\": {\"value\": 255886568, \"unit\": \""
                    + unit
                    + "\"}",
                "null"));
    assertEquals("aiperf", trace.format());
    TraceRow row = trace.rows().get(0);
    assertEquals(OptionalLong.of(nanos), row.observed().ttftNanos());
    assertEquals(OptionalInt.of(550), row.request().tokens().input());
    assertEquals(OptionalInt.of(3), row.request().conversation().turn());
    assertEquals(Optional.of("s1"), row.request().conversation().sessionId());
  }

  @Test
  void aiPerfsCancelledAndFailedRequestsStayAndItsWarmUpGoes() throws IOException {
    String isl = "\"error_isl\": {\"value\": 550, \"unit\": \"tokens\"}";
    Ingested trace =
        ingest(
            aiperf("profiling", true, isl, "{\"code\": 499, \"type\": \"Cancelled\"}"),
            aiperf("profiling", false, isl, "{\"code\": 503, \"type\": \"X\"}"),
            aiperf("profiling", false, isl, "{\"code\": null, \"type\": \"X\"}"),
            aiperf("warmup", false, "", "null"),
            aiperf("profiling", false, isl + "," + isl, "null"),
            aiperf(
                "profiling",
                false,
                "\"request_latency\": {\"value\": 2, \"unit\": \"fortnights\"}",
                "null"));
    assertEquals(
        List.of(
            RequestStatus.CANCELLED,
            RequestStatus.REJECTED,
            RequestStatus.FAILED,
            RequestStatus.COMPLETED),
        trace.rows().stream().map(r -> r.observed().status().orElseThrow()).toList());
    assertEquals(OptionalInt.of(550), trace.rows().get(0).request().tokens().input());
    assertEquals(1, trace.summary().skippedRows());
    assertEquals(1, trace.summary().rejected());
  }

  /** As in AIPerf's own documentation: the second is the time between the first two chunks. */
  @Test
  void ofTwoTimesToAFirstTokenTheOneIsTakenThatTheRecordAllows() throws IOException {
    String first = "\"time_to_first_token\": {\"value\": 255.886568, \"unit\": \"ms\"}";
    String second = "\"time_to_first_token\": {\"value\": 4.8984369999999995, \"unit\": \"ms\"}";
    String gaps = "\"inter_chunk_latency\": {\"value\": [4.898437, 5.3], \"unit\": \"ms\"}";
    for (String metrics :
        List.of(
            String.join(",", first, second, gaps),
            String.join(",", second, gaps, first),
            String.join(",", first, gaps, first))) {
      Ingested trace = ingest(aiperf("profiling", false, metrics, "null"));
      assertEquals(
          OptionalLong.of(255_886_568), trace.rows().get(0).observed().ttftNanos(), metrics);
    }
  }

  @Test
  void aKeyOfAiPerfsThatIsThereTwiceWithDifferentValuesIsRefusedWithItsName() throws IOException {
    String ttft = "\"time_to_first_token\": {\"value\": %d, \"unit\": \"ms\"}";
    String length = "\"output_sequence_length\": {\"value\": %d, \"unit\": \"tokens\"}";
    Ingested trace =
        ingest(
            aiperf("profiling", false, "", "null"),
            aiperf("profiling", false, String.format(ttft + "," + ttft, 7, 8), "null"),
            aiperf("profiling", false, String.format(length + "," + length, 7, 8), "null"));
    assertEquals(1, trace.rows().size());
    assertEquals(2, trace.summary().rejected());
    assertEquals(
        Set.of(
            "has the key … twice with different values, expected it once",
            "has time_to_first_token … times with different values, of which the record's own"
                + " times allow more than one"),
        trace.summary().rejectReasons().keySet());
  }
}
