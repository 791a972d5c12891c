package dev.facsimile.synth.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptLanguage;
import dev.facsimile.trace.text.prompt.PromptSettings;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Optional<BlockScheme> SIXTEENS =
      Optional.of(new BlockScheme(16, BlockScheme.Scope.GLOBAL, false));

  @TempDir private Path folder;
  private Export export;

  private List<String> export(String name, Optional<BlockScheme> blocks, Request... requests)
      throws IOException {
    Path workload = folder.resolve("w.jsonl");
    WorkloadHeader header =
        new WorkloadHeader(
            WorkloadHeader.FORMAT,
            WorkloadHeader.VERSION,
            "test",
            Optional.of(1L),
            false,
            10 * SECOND,
            blocks,
            OptionalLong.empty(),
            List.of(),
            Provenance.NONE);
    try (WorkloadWriter writer = WorkloadWriter.create(workload, header)) {
      for (Request request : requests) {
        writer.write(new WorkloadRow(request, Intent.PLAIN));
      }
      writer.finish();
    }
    Path target = folder.resolve("out");
    ExportFormat format = ExportFormats.of(name).orElseThrow();
    export = Export.write(WorkloadSource.open(workload), format, target, Progress.SILENT);
    return Files.readAllLines(target);
  }

  private static Request chat(long nanos, int input, int output, long... blocks) {
    return Request.of("r" + nanos, nanos, input, output)
        .inClass("chat")
        .withBlocks(Optional.of(BlockIds.of(blocks)));
  }

  @Test
  void anIdIsWrittenForEveryBlockAndThePartialOneGetsItsOwn() throws IOException {
    List<String> lines =
        export(
            "aiperf",
            SIXTEENS,
            chat(0, 32, 5, 9_000_000_000_000L, 7),
            chat(1_500_000, 40, 6, 9_000_000_000_000L, 7));
    assertEquals(
        List.of(
            "{\"timestamp\": 0, \"input_length\": 32, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 1.5, \"input_length\": 40, \"output_length\": 6,"
                + " \"hash_ids\": [0, 1, 2]}"),
        lines);
    assertTrue(export.notes().get(0).contains("--isl-block-size 16"));
  }

  @Test
  void withoutBlocksAiperfGetsLengthsAloneAndVllmIdsThatNoOtherRowHas() throws IOException {
    Request first = Request.of("a", 0, 600, 5);
    Request second = Request.of("b", 2_000_000, 512, 6);
    assertEquals(
        "{\"timestamp\": 0, \"input_length\": 600, \"output_length\": 5}",
        export("aiperf", Optional.empty(), first, second).get(0));
    assertEquals(
        List.of(
            "{\"timestamp\": 0, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 2, \"input_length\": 512, \"output_length\": 6, \"hash_ids\": [2]}"),
        export("vllm-timed-trace", Optional.empty(), first, second));
  }

  @Test
  void theAzureCsvHasSixDigitsOfEverySecond() throws IOException {
    assertEquals(
        List.of(
            "TIMESTAMP,ContextTokens,GeneratedTokens",
            "2024-01-01 00:00:00.000000,374,44",
            "2024-01-01 01:00:01.000123,396,109"),
        export(
            "azure-csv",
            Optional.empty(),
            Request.of("a", 0, 374, 44),
            Request.of("b", 3601 * SECOND + 123_456, 396, 109)));
  }

  @Test
  void whatAFormatCannotCarryIsCounted() throws IOException {
    export("azure-csv", SIXTEENS, chat(0, 32, 5, 1, 2), chat(1, 0, 5), Request.of("z", 2, 7, 0));
    assertEquals(1, export.rows());
    assertEquals(2, export.emptyRows());
    assertEquals(Map.of(Field.CLASS, 1L, Field.PREFIX_BLOCKS, 1L), export.lost());
  }

  @Test
  void aBlockThatIsFullInOneRowAndPartialInAnotherHasTwoNumbers() throws IOException {
    // Readers remember a block by its number with the length that it had first.
    List<String> lines =
        export(
            "guidellm",
            SIXTEENS,
            chat(0, 20, 5, 1, 2),
            chat(1_500_000_000, 32, 6, 1, 2),
            chat(2_000_000_000, 20, 6, 1, 2),
            chat(3_000_000_000L, 21, 6, 1, 2));
    assertEquals(List.of("[0, 1]", "[0, 2]", "[0, 1]", "[0, 3]"), ids(lines));
    assertTrue(lines.get(1).startsWith("{\"timestamp\": 1.5, "), lines.get(1));
  }

  private static List<String> ids(List<String> lines) {
    return lines.stream()
        .map(line -> line.substring(line.indexOf('['), line.indexOf(']') + 1))
        .toList();
  }

  @Test
  void aRowWithMoreOrFewerIdsThanItsLengthTellsHasOneForEachBlock() throws IOException {
    assertEquals(
        List.of("[0, 1, 2]", "[0]"),
        ids(export("aiperf", SIXTEENS, chat(0, 33, 5, 1, 2), chat(1, 16, 5, 1, 2))));
  }

  @Test
  void dynamoGetsSessionsWithWholePromptsAndVidurSeconds() throws IOException {
    Request turn = chat(1_500_000, 32, 5, 1, 2).within(Conversation.of(Optional.of("s\"1")));
    assertEquals(
        List.of(
            "{\"session_id\": \"s\\\"1\", \"timestamp\": 1.5, \"input_length\": 32,"
                + " \"output_length\": 5, \"hash_ids\": [0, 1]}"),
        export("dynamo", SIXTEENS, turn));
    assertEquals(
        List.of("arrived_at,num_prefill_tokens,num_decode_tokens", "0.0015,32,5"),
        export("vidur", SIXTEENS, turn));
  }

  private List<JsonNode> exportTexts(String name, Request... requests) throws IOException {
    export("azure-csv", SIXTEENS, requests);
    Path sample = SharedData.root().resolve("samples/tokenizer");
    try (Tokenizer tokenizer = Tokenizer.load(sample)) {
      PromptComposer composer =
          new PromptComposer(
              PromptVocabulary.learn(tokenizer, Counting.BARE, List.of(PromptLanguage.EN)),
              PromptSettings.of(1, Counting.BARE),
              SIXTEENS);
      Path target = folder.resolve("texts");
      export =
          Export.write(
              WorkloadSource.open(folder.resolve("w.jsonl")),
              ExportFormats.withTexts(name).orElseThrow(),
              new ExportContext(
                  SIXTEENS, Optional.of(composer), Optional.empty(), Optional.empty(), "m"),
              target,
              Progress.SILENT);
      List<JsonNode> trees = new ArrayList<>();
      for (String line : Files.readAllLines(target)) {
        trees.add(Json.tree(line));
      }
      return trees;
    }
  }

  private static int tokens(JsonNode text) throws IOException {
    try (Tokenizer tokenizer = Tokenizer.load(SharedData.root().resolve("samples/tokenizer"))) {
      return tokenizer.count(text.textValue());
    }
  }

  @Test
  void textsHaveTheirPlannedLengthsInEveryFormat() throws IOException {
    Request one = chat(0, 40, 5, 1, 2);
    Request two = chat(2_500_000_000L, 50, 6, 1, 3);
    List<JsonNode> custom = exportTexts("vllm-custom", one, two);
    assertEquals(40, tokens(custom.get(0).path("prompt")));
    assertEquals(50, tokens(custom.get(1).path("prompt")));
    assertEquals(6, custom.get(1).path("output_tokens").asInt());
    List<JsonNode> columns = exportTexts("guidellm", one, two);
    assertEquals(2.5, columns.get(1).path("relative_timestamp").asDouble());
    assertEquals(50, columns.get(1).path("prompt_tokens_count").asInt());
    List<JsonNode> batch = exportTexts("openai-batch", one, two);
    assertEquals("/v1/completions", batch.get(0).path("url").asText());
    assertEquals(custom.get(0).path("prompt"), batch.get(0).path("body").path("prompt"));
    assertEquals(6, batch.get(1).path("body").path("max_tokens").asInt());
  }

  @Test
  void aTurnHoldsWhatItAddsAndOneThatDoesNotFollowBeginsAnew() throws IOException {
    Conversation session = Conversation.of(Optional.of("s"));
    List<JsonNode> lines =
        exportTexts(
            "aiperf-multi-turn",
            chat(0, 20, 5).within(session),
            chat(SECOND, 45, 6).within(session),
            chat(2 * SECOND, 30, 7).within(session),
            chat(3 * SECOND, 9, 7));
    assertEquals(3, lines.size());
    assertEquals("r3000000000", lines.get(0).path("session_id").asText());
    assertEquals(0, lines.get(1).path("timestamp").asInt(-1), "AIPerf looks for it there");
    JsonNode turns = lines.get(1).path("turns");
    assertEquals(2, turns.size());
    assertEquals(20, tokens(turns.get(0).path("text")));
    assertEquals(45 - 20 - 5, tokens(turns.get(1).path("text")));
    assertEquals(1000, turns.get(1).path("timestamp").asInt());
    assertEquals("s#2", lines.get(2).path("session_id").asText());
    assertTrue(export.notes().stream().anyMatch(note -> note.startsWith("1 turns do not hold")));
  }

  @Test
  void millisecondsAreExact() {
    assertEquals("0.000001", Decimal.millis(1));
    assertEquals("3", Decimal.millis(3_000_000));
    assertEquals("1234.5", Decimal.millis(1_234_500_000));
  }

  @Test
  void everyFormatHasANameOfItsOwnAndIsFoundByIt() {
    assertEquals(ExportFormats.ALL.size(), new HashSet<>(ExportFormats.names()).size());
    for (ExportFormat format : ExportFormats.ALL) {
      assertEquals(Optional.of(format), ExportFormats.of(format.name()));
    }
  }
}
