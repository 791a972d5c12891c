package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports, read again by the formats' own rules and by our own importer. */
class ExportRoundTripTest {
  private static final int BLOCK = 512;

  @TempDir private Path folder;

  private Path ingested(Path log) {
    Path trace = folder.resolve(log.getFileName() + ".trace.parquet");
    Ran ran = Ran.facsimile("ingest", log, "-o", trace);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    return trace;
  }

  private Path exported(Path trace, String format, Object... more) {
    Path out = folder.resolve(format + (format.endsWith("csv") ? ".csv" : ".jsonl"));
    List<Object> arguments = new ArrayList<>(List.of("synth", "export", trace, "--to", format));
    arguments.addAll(List.of("-o", out, "--allow-unapproved"));
    arguments.addAll(List.of(more));
    Ran ran = Ran.facsimile(arguments.toArray());
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertTrue(ran.out().contains("cannot carry: "), ran.out());
    return out;
  }

  private static List<Request> requests(Path trace) throws IOException {
    List<Request> requests = new ArrayList<>();
    try (Rows<TraceRow> rows = TraceFile.open(trace).rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        requests.add(row.get().request());
      }
    }
    return requests;
  }

  /** A copy of Mooncake's trace whose lengths are off by -3 to +1 tokens, as other logs' are. */
  private Path offByAFew() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(SharedData.require(SharedData.MOONCAKE))) {
      int length = Json.tree(line).path("input_length").asInt();
      int off = Math.max(1, length - 3 + lines.size() % 5);
      lines.add(line.replace("\"input_length\": " + length, "\"input_length\": " + off));
    }
    return Files.write(folder.resolve("off.jsonl"), lines);
  }

  @Test
  void allOfMooncakeIsTakenByEveryReaderOfItsLinesAlsoWithTailsThatAreOff() throws IOException {
    for (Path log : List.of(SharedData.require(SharedData.MOONCAKE), offByAFew())) {
      Path trace = ingested(log);
      for (String format : List.of("aiperf", "guidellm", "dynamo")) {
        Path out = exported(trace, format);
        assertEquals(12_031, assertReadable(out), format);
      }
    }
  }

  /** AIPerf and GuideLLM: an id for each block, each id always of the same length, 32 bits. */
  private static int assertReadable(Path file) throws IOException {
    int rows = 0;
    Map<Integer, Integer> lengths = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode row = Json.tree(line);
        int length = row.path("input_length").asInt();
        JsonNode ids = row.path("hash_ids");
        int tail = length - (ids.size() - 1) * BLOCK;
        assertTrue(tail > 0 && tail <= BLOCK, line);
        for (int i = 0; i < ids.size(); i++) {
          int tokens = i + 1 < ids.size() ? BLOCK : tail;
          assertTrue(ids.get(i).isInt() && ids.get(i).asInt() >= 0, line);
          assertEquals(tokens, lengths.computeIfAbsent(ids.get(i).asInt(), id -> tokens), line);
        }
        rows++;
      }
    }
    return rows;
  }

  @Test
  void whatOurImporterReadsOfAnExportIsWhatWasExported() throws IOException {
    List<String> first =
        Files.readAllLines(SharedData.require(SharedData.MOONCAKE)).subList(0, 400);
    Path trace = ingested(Files.write(folder.resolve("m.jsonl"), first));
    List<Request> wanted = requests(trace);
    for (String format : List.of("aiperf", "sglang", "vllm-timed-trace", "dynamo")) {
      List<Request> read = requests(ingested(exported(trace, format)));
      assertSame(wanted, read, format);
      for (int i = 0; i < read.size(); i++) {
        assertEquals(
            wanted.get(i).prefixBlocks().orElseThrow().size(),
            read.get(i).prefixBlocks().orElseThrow().size(),
            format);
      }
    }
    for (String format : List.of("azure-csv", "inference-perf")) {
      Path csv = folder.resolve(format + "-again.csv");
      Files.copy(exported(trace, format), csv);
      assertSame(wanted, requests(ingested(csv)), format);
    }
  }

  private static void assertSame(List<Request> wanted, List<Request> read, String format) {
    assertEquals(wanted.size(), read.size(), format);
    for (int i = 0; i < read.size(); i++) {
      assertEquals(wanted.get(i).tokens().input(), read.get(i).tokens().input(), format);
      assertEquals(wanted.get(i).tokens().output(), read.get(i).tokens().output(), format);
      assertEquals(wanted.get(i).arrivalNanos(), read.get(i).arrivalNanos(), format);
    }
  }

  @Test
  void textsNeedATokenizerAndSayWhatTheyCount() throws IOException {
    Path trace =
        ingested(
            Files.write(
                folder.resolve("a.csv"),
                List.of(
                    "TIMESTAMP,ContextTokens,GeneratedTokens",
                    "2023-11-16 18:15:46.6805900,374,44",
                    "2023-11-16 18:15:50.9951690,396,109")));
    Path out = folder.resolve("o");
    Ran refused =
        Ran.facsimile(
            "synth", "export", trace, "--to", "openai-batch", "-o", out, "--allow-unapproved");
    assertEquals(Exit.USAGE, refused.code());
    assertTrue(refused.err().contains("needs --tokenizer"), refused.err());
    Path sample = SharedData.root().resolve("samples/tokenizer");
    Path batch = exported(trace, "openai-batch", "--tokenizer", sample, "--verify-prompts", "1");
    assertTrue(Files.readAllLines(batch).get(0).contains("/v1/completions"));
    Ran language =
        Ran.facsimile(
            "synth",
            "export",
            trace,
            "--to",
            "vllm-custom",
            "-o",
            out,
            "--allow-unapproved",
            "--tokenizer",
            sample,
            "--prompt-language",
            "elvish");
    assertEquals(Exit.INPUT_REFUSED, language.code());
  }
}
