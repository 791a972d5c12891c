package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Published traces keep their published statistics. Ours are nearest-rank percentiles; where the
 * publication interpolates between two ranks, a comment tells its number. A published coefficient
 * of variation divides by n - 1, ours by n.
 */
class PublicTracesTest {
  @TempDir private Path folder;

  private Ingested ingest(String... names) throws IOException {
    return Ingested.of(folder, Stream.of(names).map(SharedData::require).toArray(Path[]::new));
  }

  private Ingested ingestText(String name, String text) throws IOException {
    return Ingested.of(folder, Files.writeString(folder.resolve(name), text));
  }

  private static List<Long> quantiles(Percentiles of) {
    return List.of(of.at(50), of.at(90), of.at(99), of.max());
  }

  private static double index(long[] arrivals, long seconds) {
    long width = seconds * 1_000_000_000L;
    return Dispersion.index(Dispersion.counts(arrivals, arrivals[arrivals.length - 1], width));
  }

  private static long count(Ingested ingested, RequestStatus status) {
    return ingested.rows().stream()
        .filter(row -> row.observed().status().equals(Optional.of(status)))
        .count();
  }

  @Test
  void burstGptFailuresAreRowsOfUnknownLengthNeverDropped() throws IOException {
    Ingested trace = ingest("burstgpt/BurstGPT_1_first400.csv");
    assertEquals("burstgpt", trace.format());
    assertEquals(400, trace.rows().size());
    assertEquals(17, count(trace, RequestStatus.FAILED));
    assertEquals(
        17, trace.rows().stream().filter(r -> !r.request().tokens().lengthsKnown()).count());
    // Published without failures: 353 / 1,437 / 1,958 / 2,126 and 238 / 584 / 1,425 / 2,019.
    assertEquals(List.of(353L, 1437L, 1960L, 2126L), quantiles(trace.inputs()));
    assertEquals(List.of(238L, 586L, 1442L, 2019L), quantiles(trace.outputs()));
    assertEquals(544, trace.inputs().mean(), 0.5);
    assertEquals(289, trace.outputs().mean(), 0.5);
    long[] arrivals = trace.arrivals();
    assertEquals(37_269_000_000_000L, arrivals[399]);
    assertEquals(4.567, Dispersion.gapVariation(arrivals) * Math.sqrt(399 / 398.0), 0.0005);
    assertEquals(1.004, index(arrivals, 1), 0.0005);
    assertEquals(1.226, index(arrivals, 10), 0.0005);
    assertEquals(2.783, index(arrivals, 60), 0.0005);
    assertEquals(OptionalLong.of(1_000_000_000L), trace.header().clock().latticeNanos());
  }

  @Test
  void burstGptOfVersionThreeHasSessionsAndElapsedTimes() throws IOException {
    Ingested trace = ingest("burstgpt/BurstGPT_3_first105.csv");
    assertEquals("burstgpt", trace.format());
    assertEquals(105, trace.rows().size());
    for (TraceRow row : trace.rows()) {
      boolean api = row.request().requestClass().equals(Optional.of("API log"));
      assertEquals(api, row.request().conversation().sessionId().isEmpty());
    }
    // Published: 364 / 1,448 / 13,082 / 25,085 and 103 / 521 / 861 / 879.
    assertEquals(List.of(364L, 1460L, 13_103L, 25_085L), quantiles(trace.inputs()));
    assertEquals(List.of(103L, 534L, 862L, 879L), quantiles(trace.outputs()));
    assertEquals(30_495_000_000_000L, trace.arrivals()[104]);
    assertEquals(1.812, Dispersion.gapVariation(trace.arrivals()) * Math.sqrt(104 / 103.0), 0.0005);
    assertEquals(
        123_000_000_000L,
        trace.rows().stream().mapToLong(r -> r.observed().e2eNanos().getAsLong()).max().orElse(0));
  }

  @Test
  void ragPulseChunksHitAsPrefixesInTheOrderOfTheirComponents() throws IOException {
    // The shared file holds days 1 to 4 of both weeks; these are the rows before the clock's reset.
    // The published 0.180 and 0.316 are of a whole week; these were counted apart in Python.
    Path days = SharedData.require("ragpulse/0_trace_days1-4.jsonl");
    List<String> lines = Files.readAllLines(days).subList(0, 2538);
    Ingested trace = ingestText("week1.jsonl", String.join("\n", lines));
    assertEquals("ragpulse", trace.format());
    assertEquals(2538, trace.rows().size());
    assertEquals(List.of(3167L, 3855L, 4809L, 6226L), quantiles(trace.inputs()));
    assertEquals(List.of(195L, 497L, 795L, 1843L), quantiles(trace.outputs()));
    Map<Long, Integer> lengths = chunkLengths();
    PrefixHits hits = new PrefixHits();
    long input = 0;
    long hitTokens = 0;
    for (TraceRow row : trace.rows()) {
      BlockIds chunks = row.request().prefixBlocks().orElseThrow();
      int tokens = row.request().tokens().input().getAsInt();
      int hit = hits.add(chunks, tokens, 512);
      input += tokens;
      hitTokens += chunks.prefix(hit).stream().map(lengths::get).sum();
      long template = tokens - chunks.stream().map(lengths::get).sum();
      assertTrue(template >= 6 && template <= 12, "template tokens " + template);
    }
    assertEquals(0.1879, hits.blockShare(), 0.00005);
    assertEquals(0.3234, (double) hitTokens / input, 0.00005);
  }

  private static Map<Long, Integer> chunkLengths() throws IOException {
    Map<Long, Integer> lengths = new HashMap<>();
    for (String table :
        List.of("1_sys_prompt", "2_passages", "3_history", "4_user_input", "5_web_search")) {
      for (String line : Files.readAllLines(SharedData.require("ragpulse/" + table + ".jsonl"))) {
        if (!line.isBlank()) {
          JsonNode entry = Json.tree(line);
          lengths.put(entry.iterator().next().longValue(), entry.get("token_length").intValue());
        }
      }
    }
    return lengths;
  }

  @Test
  void codingSessionsKeepTheirSubAgentsAndHitWithinTheirOwnSession() throws IOException {
    Path sessions = SharedData.require("kvcache_tester");
    List<Path> documents;
    try (Stream<Path> files = Files.list(sessions)) {
      documents = files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    }
    Ingested trace = Ingested.of(folder, documents.toArray(Path[]::new));
    assertEquals("kv-cache-tester", trace.format());
    assertEquals(18, documents.size());
    assertEquals(709, trace.rows().size());
    assertEquals(4, trace.summary().skippedRows());
    // Published: 92,360 / 153,200 / 663,700 / 713,600 and 204 / 941 / 3,510 / 8,787.
    assertEquals(List.of(92_357L, 153_201L, 664_228L, 713_613L), quantiles(trace.inputs()));
    assertEquals(List.of(204L, 959L, 3534L, 8787L), quantiles(trace.outputs()));
    assertEquals(120_000, trace.inputs().mean(), 50);
    assertEquals(428, trace.outputs().mean(), 0.5);
    BlockScheme scheme = trace.header().blocks().orElseThrow();
    assertEquals(new BlockScheme(64, BlockScheme.Scope.SESSION, false), scheme);
    assertEquals(0.949, hitsWithinSessions(trace, scheme), 0.0005);
    assertEquals(
        44,
        trace.rows().stream()
            .filter(r -> r.request().conversation().sessionId().orElseThrow().contains("/agent_"))
            .count());
  }

  /** Ids are local to a session: each session's are moved to a range of their own. */
  private static double hitsWithinSessions(Ingested trace, BlockScheme scheme) {
    PrefixHits hits = new PrefixHits();
    Map<String, Integer> sessions = new HashMap<>();
    for (TraceRow row : trace.rows()) {
      Request request = row.request();
      int input = request.tokens().input().getAsInt();
      BlockIds blocks = request.prefixBlocks().orElseThrow();
      assertEquals(scheme.blocksOf(input), blocks.size());
      String session = request.conversation().sessionId().orElseThrow();
      long range = sessions.computeIfAbsent(session, s -> sessions.size() + 1) * 1_000_000_000L;
      long[] local = blocks.stream().map(id -> range + id).toArray();
      hits.add(BlockIds.of(local), input, scheme.blockTokens());
    }
    return hits.blockShare();
  }

  @ParameterizedTest
  @CsvSource({"RTXPRO6000, 9388, 19754", "RTX4090, 60063, 137352"})
  void latenciesOfVllmRecordsAreDifferencesOfOneClock(String gpu, long median, long p99)
      throws IOException {
    // Published, interpolated, in seconds: 9.44 and 19.8; 60.1 and 137.
    Ingested trace = ingest("llmservingsim/" + gpu + "_Llama-3.1-8B_vllm_requests.jsonl");
    assertEquals("llmservingsim", trace.format());
    assertEquals(300, trace.rows().size());
    long[] ttft =
        trace.rows().stream().mapToLong(r -> r.observed().ttftNanos().getAsLong()).toArray();
    assertEquals(median, Math.round(Percentiles.of(ttft).at(50) / 1e6));
    assertEquals(p99, Math.round(Percentiles.of(ttft).at(99) / 1e6));
    // Published: 732 / 1,460 / 2,765 / 3,998 and 632 / 770 / 784 / 1,021.
    assertEquals(List.of(730L, 1458L, 2764L, 3998L), quantiles(trace.inputs()));
    assertEquals(List.of(631L, 770L, 784L, 1021L), quantiles(trace.outputs()));
    assertEquals(0.942, Dispersion.gapVariation(trace.arrivals()) * Math.sqrt(299 / 298.0), 0.0005);
    assertTrue(
        trace.header().clock().findings().stream()
            .anyMatch(f -> f.startsWith("two clocks in one record")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tracelab/derived/round_trace.jsonl", "tracelab/sanitized/round_trace.jsonl"})
  void aRoundArrivesWithItsLastInputAndEndsWithItsLastOutput(String log) throws IOException {
    Ingested trace = ingest(log);
    assertEquals("tracelab", trace.format());
    assertEquals(19, trace.rows().size());
    Request first =
        trace.rows().stream()
            .map(TraceRow::request)
            .filter(r -> r.tokens().input().getAsInt() == 32_272)
            .findFirst()
            .orElseThrow();
    assertEquals(OptionalInt.of(27_217), first.tokens().cached());
    assertEquals(OptionalInt.of(0), first.conversation().turn());
    TraceRow second =
        trace.rows().stream()
            .filter(r -> r.request().tokens().input().getAsInt() == 35_740)
            .findFirst()
            .orElseThrow();
    // 05:40:20.151 to 05:40:50.938, the later of the two tool results.
    assertEquals(30_787_000_000L, second.request().arrivalNanos() - first.arrivalNanos());
    assertEquals(
        2,
        trace.rows().stream().map(r -> r.request().conversation().sessionId()).distinct().count());
  }

  @ParameterizedTest
  @CsvSource({"multi_session_example, 8", "session_workload_example, 11"})
  void aSessionWorkloadCountsItsReusedPrefixAsInput(String name, int rounds) throws IOException {
    Ingested trace = ingest("tracelab/" + name + ".csv");
    assertEquals("tracelab-sessions", trace.format());
    assertEquals(rounds, trace.rows().size());
  }

  @Test
  void aRoundOfASessionWorkloadWaitsForTheToolsBeforeIt() throws IOException {
    Ingested trace =
        ingestText(
            "s.csv",
            "session_id,arrival_time,round_idx,prefix_len,input_len,output_len,tool_wait_after_ms\n"
                + "0,200,0,0,512,64,100\n0,200,1,576,128,64,50\n0,200,2,768,128,64,0\n");
    assertEquals(List.of(512, 704, 896), inputs(trace));
    assertEquals(
        List.of(0L, 100_000_000L, 150_000_000L), Arrays.stream(trace.arrivals()).boxed().toList());
  }

  private static List<Integer> inputs(Ingested trace) {
    List<Integer> inputs = new ArrayList<>();
    trace.rows().forEach(row -> inputs.add(row.request().tokens().input().getAsInt()));
    return inputs;
  }

  @Test
  void bailianChainsAreSessionsEvenIfTheirRootIsMissing() throws IOException {
    String row =
        "{\"chat_id\": %d, \"parent_chat_id\": %d, \"timestamp\": %d.5, \"input_length\": 33,"
            + " \"output_length\": 1, \"type\": \"text\", \"turn\": %d, \"hash_ids\": [1, 2, 3]}\n";
    Ingested trace =
        ingestText(
            "b.jsonl",
            String.format(row, 7, -1, 1, 1)
                + String.format(row, 8, 7, 2, 2)
                + String.format(row, 9, 8, 3, 3)
                + String.format(row, 21, 20, 4, 5)
                + String.format(row, 22, 20, 5, 5));
    assertEquals("bailian", trace.format());
    assertEquals(
        List.of("7", "7", "7", "20", "20"),
        trace.rows().stream()
            .map(r -> r.request().conversation().sessionId().orElseThrow())
            .toList());
    assertEquals(OptionalInt.of(2), trace.rows().get(2).request().conversation().turn());
    assertEquals(TraceHeader.Sessions.RECONSTRUCTED, trace.header().sessions());
  }

  @Test
  void aSwissAiErrorHasNoLengthsAndItsTextNullIsNoLimit() throws IOException {
    Ingested trace =
        ingestText(
            "s.jsonl",
            "{\"created_at\": \"2025-08-21T14:34:25.590Z\", \"finished_at\":"
                + " \"2025-08-21T14:34:26.945Z\", \"model\": \"m\", \"prompt_tokens\": -1,"
                + " \"output_tokens\": -1, \"status\": \"ERROR\"}\n"
                + "{\"created_at\": \"2025-08-21T19:19:22.469Z\", \"finished_at\":"
                + " \"2025-08-21T19:19:27.249Z\", \"model\": \"m\", \"model_parameters\":"
                + " {\"max_tokens\": \"null\"}, \"prompt_tokens\": 111, \"output_tokens\": 184,"
                + " \"status\": \"DEFAULT\"}\n"
                + "{\"created_at\": \"2025-08-21T19:19:22.469Z\", \"finished_at\":"
                + " \"2025-08-21T19:19:27.249Z\", \"model\": \"m\", \"prompt_tokens\": -1,"
                + " \"output_tokens\": 184, \"status\": \"DEFAULT\"}\n");
    assertEquals("swissai", trace.format());
    assertEquals(1, trace.summary().rejected());
    assertEquals(1, count(trace, RequestStatus.FAILED));
    assertTrue(trace.rows().get(0).request().tokens().input().isEmpty());
    assertEquals(OptionalInt.empty(), trace.rows().get(1).request().tokens().maxOutput());
    assertEquals(OptionalLong.of(4_780_000_000L), trace.rows().get(1).observed().e2eNanos());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vllm-timed-trace | 16 | {'timestamp':1.25,'input_length':48,'output_length':4,'hash_ids':[1,2,9]}",
        "vllm-timed-trace | 16 | {'timestamp':0,'input_length':50,'output_length':4,'hash_ids':[1,2,9]}",
        "mooncake | 512 | {'timestamp':0,'input_length':1030,'output_length':4,'hash_ids':[1,2,9]}",
        "mooncake | 512 | {'timestamp':0,'input_length':9,'output_length':4,'hash_ids':[1]}",
      })
  void theNumberOfBlocksTellsATimedTraceFromMooncakes(String format, int block, String row)
      throws IOException {
    Ingested trace = ingestText("t.jsonl", row.replace('\'', '"') + "\n");
    assertEquals(format, trace.format());
    assertEquals(block, trace.header().blocks().orElseThrow().blockTokens());
  }

  @ParameterizedTest
  @CsvSource({
    "servegen/language/m-large/chunk-103-trace.csv, a model's input for synth",
    "servegen/language/m-large/chunk-103-dataset.json, a model's input for synth",
    "servegen/reason/deepseek-r1/chunk-3-trace.csv, a model's input for synth",
    "servegen/reason/deepseek-r1/chunk-3-dataset.json, a model's input for synth",
    "ragpulse/1_sys_prompt.jsonl, a side table of RAGPulse",
    "ragpulse/4_user_input.jsonl, a side table of RAGPulse",
    "llmservingsim/RTX4090_Llama-3.1-8B_vllm_timeseries.csv, time series of the engine",
    "llmservingsim/RTX4090_Llama-3.1-8B_vllm_meta.json, description of a run",
  })
  void aFileBesideALogIsRefusedWithASentenceThatSaysWhatItIs(String name, String what) {
    InputException refused = assertThrows(InputException.class, () -> ingest(name));
    assertTrue(refused.getMessage().contains(what), refused.getMessage());
  }
}
