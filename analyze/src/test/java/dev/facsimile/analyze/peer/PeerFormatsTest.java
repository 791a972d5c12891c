package dev.facsimile.analyze.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.run.Figure;
import dev.facsimile.analyze.run.Lack;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerFormatsTest {
  @TempDir private Path scratch;

  private RunSource source(String name, String text) throws IOException {
    Path file = Files.writeString(scratch.resolve(name), text);
    List<RunSource> all = PeerFormats.read(file);
    assertEquals(1, all.size());
    return all.get(0);
  }

  private static RunAnalysis report(RunSource source) throws IOException {
    return RunAnalysis.of(source, ReportOptions.DEFAULT, Progress.SILENT);
  }

  private static double ms(Map<String, Figure> figures, String name) {
    return figures.get(name).value() / 1e6;
  }

  @Test
  void aiPerfsRequestsAreReadAndItsMissingScheduleIsTold() throws IOException {
    RunSource source =
        source(
            "profile_export.jsonl",
            """
            {"metadata": {"x_request_id": "a", "turn_index": 0, "request_start_ns": 1759813207532900363, "request_end_ns": 1759813207838764604, "benchmark_phase": "profiling", "was_cancelled": false}, "metrics": {"input_sequence_length": {"value": 550, "unit": "tokens"}, "time_to_first_token": {"value": 255.886568, "unit": "ms"}, "request_latency": {"value": 297.525228, "unit": "ms"}, "inter_chunk_latency": {"value": [4.898437, 5.316006], "unit": "ms"}, "output_sequence_length": {"value": 9, "unit": "tokens"}}, "error": null}
            {"metadata": {"x_request_id": "b", "request_start_ns": 1759813208119147826, "request_end_ns": 1759813208119772754, "benchmark_phase": "profiling", "was_cancelled": true}, "metrics": {"error_isl": {"value": 550, "unit": "tokens"}}, "error": {"code": 499, "type": "RequestCancellationError", "message": "cancelled"}}
            {"metadata": {"x_request_id": "c", "request_start_ns": 1759813208219147826, "request_end_ns": 1759813208319772754, "benchmark_phase": "warmup", "was_cancelled": false}, "metrics": {}, "error": {"code": 429, "type": "Http", "message": "too many"}}
            """);
    assertTrue(source.lacks().contains(Lack.SCHEDULE));
    RunAnalysis run = report(source);
    Map<String, Figure> figures = run.figures();
    assertEquals(255.886568, ms(figures, "ttft_from_dispatch.p50"), 1e-6);
    assertEquals(297.525228, ms(figures, "e2e_from_dispatch.p50"), 1e-6);
    // (297.525228 − 255.886568) ÷ 8, cut to a nanosecond.
    assertEquals(5.204832, ms(figures, "itl.p50"), 1e-5);
    assertEquals(5.316006, ms(figures, "gaps.max"), 1e-6);
    assertFalse(figures.containsKey("ttft_from_schedule.p50"));
    assertEquals(1 / 3.0, figures.get("rejected_share").value(), 1e-9);
    assertEquals(1 / 3.0, figures.get("cancelled_share").value(), 1e-9);
    assertTrue(run.shortText().contains("does not tell when requests were due"));
    assertTrue(run.page().html().contains("does not tell when requests were due"));
    assertTrue(run.sliceFigures().containsKey("phase=warmup"));
  }

  @Test
  void vllmBenchsArraysAreRequests() throws IOException {
    RunSource source =
        source(
            "result.json",
            """
            {"date": "20260101-120000", "endpoint_type": "openai-chat", "model_id": "m", "num_prompts": 3,
             "request_throughput": 2.0, "input_lens": [10, 20, 30], "output_lens": [3, 2, 0],
             "start_times": [100.0, 100.5, 101.0], "ttfts": [0.2, 0.3, 0.0],
             "itls": [[0.01, 0.03], [0.05], []], "errors": ["", "", "Connection reset"]}
            """);
    RunAnalysis run = report(source);
    assertEquals(300, ms(run.figures(), "ttft_from_dispatch.max"), 1e-6);
    assertEquals(350, ms(run.figures(), "e2e_from_dispatch.max"), 1e-6);
    assertEquals(20, ms(run.figures(), "itl.p50"), 1e-6);
    assertEquals(50, ms(run.figures(), "gaps.max"), 1e-6);
    assertEquals(1 / 3.0, run.figures().get("failed_share").value(), 1e-9);
    assertEquals("m", run.manifest().target().model());
    assertTrue(run.findings().get(0).contains("carries only a role"));
  }

  @Test
  void vllmBenchWithoutDetailIsRefusedInASentence() throws IOException {
    Path file =
        Files.writeString(
            scratch.resolve("x.json"), "{\"request_throughput\": 2.0, \"num_prompts\": 3}");
    InputException refused = assertThrows(InputException.class, () -> PeerFormats.read(file));
    assertTrue(refused.getMessage().contains("--save-detailed"));
  }

  @Test
  void guideLlmsBenchmarksAreARunEachWithTheirSchedule() throws IOException {
    String request =
        """
        {"request_id": "%s", "prompt_tokens": 10, "output_tokens": 5, "info": {"timings": {
         "targeted_start": 1000.0, "request_start": 1000.4, "first_token_iteration": 1000.6,
         "last_token_iteration": 1001.0, "request_end": 1001.01}}}
        """;
    String benchmark =
        "{\"config\": {\"backend\": {\"model\": \"g\"}}, \"requests\": {\"successful\": ["
            + request.formatted("a")
            + "], \"errored\": [], \"incomplete\": ["
            + request.formatted("b")
            + "]}}";
    Path file =
        Files.writeString(
            scratch.resolve("benchmarks.json"),
            "{\"metadata\": {\"guidellm_version\": \"0.4\"}, \"benchmarks\": ["
                + benchmark
                + ","
                + benchmark
                + "]}");
    assertEquals(file, PeerFormats.in(scratch).orElseThrow());
    List<RunSource> runs = PeerFormats.read(file);
    assertEquals(2, runs.size());
    assertEquals("benchmarks.json#2", runs.get(1).name());
    RunAnalysis run = report(runs.get(0));
    // Sent 400 ms late: that shows from schedule alone.
    assertEquals(200, ms(run.figures(), "ttft_from_dispatch.p50"), 1e-3);
    assertEquals(600, ms(run.figures(), "ttft_from_schedule.p50"), 1e-3);
    assertEquals(400, ms(run.figures(), "send_lag.p50"), 1e-3);
    assertEquals(100, ms(run.figures(), "itl.p50"), 1e-3);
    assertEquals(0.5, run.figures().get("cancelled_share").value());
    assertFalse(run.figures().containsKey("gaps.p50"), "it holds no gaps");
  }

  @Test
  void inferencePerfTellsWhenRequestsWereDue() throws IOException {
    RunAnalysis run =
        report(
            source(
                "per_request_lifecycle_metrics.json",
                """
                [{"stage_id": 0, "scheduled_time": 10.0, "start_time": 10.25, "end_time": 11.0, "request_data": "",
                  "info": {"input_tokens": 7, "response_metrics": {"output_tokens": 3, "output_token_times": [10.5, 10.6, 10.9]}}, "error": null},
                 {"stage_id": 1, "scheduled_time": 11.0, "start_time": 11.0, "end_time": 11.5, "request_data": "",
                  "info": {"input_tokens": 7, "output_tokens": 0, "output_token_times": []},
                  "error": {"error_type": "TimeoutError", "error_msg": "slow"}}]
                """));
    assertEquals(250, ms(run.figures(), "ttft_from_dispatch.p50"), 1e-3);
    assertEquals(500, ms(run.figures(), "ttft_from_schedule.p50"), 1e-3);
    assertEquals(200, ms(run.figures(), "itl.p50"), 1e-3);
    assertEquals(300, ms(run.figures(), "gaps.max"), 1e-3);
    assertEquals(0.5, run.figures().get("failed_share").value());
    assertTrue(run.sliceFigures().containsKey("phase=stage 1"));
  }

  @Test
  void anotherFileIsRefusedWithWhatIsRead() throws IOException {
    Path file = Files.writeString(scratch.resolve("x.json"), "{\"a\": 1}");
    String message = assertThrows(InputException.class, () -> PeerFormats.read(file)).getMessage();
    assertTrue(message.contains("AIPerf") && message.contains("inference-perf"), message);
  }
}
