package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples of log formats and traces of agents, recognised and read whole. */
class SharedFormatsTest {
  @TempDir private Path folder;

  /** A file of {@code ../shared/formats}, found beside {@code ../shared/data}. */
  private static Path format(String name) {
    Path file = SharedData.root().resolve("../shared/formats").resolve(name).normalize();
    Assumptions.assumeTrue(Files.exists(file), () -> "skipped: " + file + " is not there");
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "litellm_standard_logging_payload.jsonl, litellm, 2, 0, 0",
    "litellm_spendlogs.csv, litellm-spendlogs, 1, 0, 0",
    "otlp_genai_spans.json, otlp-genai, 2, 0, 0",
    "bedrock_model_invocation.jsonl, bedrock, 2, 0, 0",
    "azure_apim_gateway_llm_log.jsonl, azure-apim, 1, 1, 0",
    "azure_openai_requestresponse.jsonl, azure-openai, 1, 0, 0",
    "langfuse_observations_v2.jsonl, langfuse, 1, 0, 1",
    "envoy_ai_gateway_access.jsonl, envoy-ai-gateway, 2, 0, 0",
    "kong_ai_proxy_http_log.jsonl, kong, 1, 0, 0",
    "helicone_export.jsonl, helicone, 1, 0, 0",
    "openai_batch_output.jsonl, openai-batch, 1, 0, 1",
  })
  void anExampleIsRecognisedAndEveryRowOfItIsAccountedFor(
      String name, String format, long requests, long merged, long skipped) throws IOException {
    Ingested trace = Ingested.of(folder, format(name));
    assertEquals(format, trace.format());
    assertEquals(requests, trace.summary().accepted());
    assertEquals(merged, trace.summary().mergedRows());
    assertEquals(skipped, trace.summary().skippedRows());
    assertEquals(0, trace.summary().rejected());
  }

  @Test
  void requestsOfABatchGetTheTimesOfTheirAnswersFromAnotherFile() throws IOException {
    Ingested trace =
        Ingested.of(
            folder, format("openai_batch_input.jsonl"), format("openai_batch_output.jsonl"));
    TraceRow row = trace.rows().get(0);
    assertEquals(1, trace.summary().mergedRows());
    assertEquals(64, row.request().tokens().maxOutput().getAsInt());
    assertTrue(row.content().orElseThrow().contains("You are terse."));
    assertTrue(trace.header().clock().findings().get(0).startsWith("a batch has no arrivals"));
  }

  @Test
  void tracesOfAgentsInInferencePerfsWrapperAreReadSpanBySpan() throws IOException {
    Path folderOfTraces = SharedData.require("inference_perf_otel/examples/otel/test_traces");
    List<Path> files;
    try (Stream<Path> found = Files.walk(folderOfTraces)) {
      files = found.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    }
    for (Path file : files) {
      Ingested trace = Ingested.of(folder, file);
      assertEquals("otlp-genai", trace.format());
      assertEquals(
          Files.readString(file).split("\"span_id\"").length - 1, trace.summary().accepted());
    }
    assertEquals(9, files.size());
  }
}
