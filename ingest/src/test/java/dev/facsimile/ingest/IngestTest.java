package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.stats.PrefixHits;
import dev.facsimile.trace.text.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IngestTest {
  private static final String AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n";

  @TempDir private Path folder;
  private double maxRejects = 1;
  private int reorderRows = 100;
  private Optional<Tokenizer> tokenizer = Optional.empty();
  private Optional<LogFormat> format = Optional.empty();

  private Path output() {
    return folder.resolve("x.trace.parquet");
  }

  private Ingest.Summary ingest(Path... logs) throws IOException {
    return new Ingest(
            new Ingest.Plan(
                List.of(logs), format, tokenizer, 16, reorderRows, maxRejects, output()),
            Progress.SILENT)
        .run();
  }

  private Path log(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private List<TraceRow> rows() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    try (Rows<TraceRow> read = TraceFile.open(output()).rowsWithContent()) {
      for (Optional<TraceRow> row = read.next(); row.isPresent(); row = read.next()) {
        rows.add(row.get());
      }
    }
    return rows;
  }

  private TraceHeader header() throws IOException {
    return TraceFile.open(output()).header();
  }

  @ParameterizedTest
  @CsvSource({
    "2023-11-16 18:15:46.6805900, 2023-11-16T18:15:46.680590Z",
    "2024-05-12 00:00:00.001163+00:00, 2024-05-12T00:00:00.001163Z",
    "2024-10-15T12:00:00.269Z, 2024-10-15T12:00:00.269Z",
    "2024-05-12 02:00:00+02:00, 2024-05-12T00:00:00Z"
  })
  void everyAzureTimestampSyntaxIsRead(String written, String start) throws IOException {
    ingest(log("a.csv", AZURE + written + ",374,44\r\n"));
    assertEquals(Optional.of(start), header().startTime());
    assertEquals(Request.of("row-2", 0, 374, 44), rows().get(0).request());
  }

  @Test
  void columnsAreFoundByNameNotByPosition() throws IOException {
    ingest(
        log(
            "a.csv",
            "TIMESTAMP,NumImages,ContextTokens,GeneratedTokens\n2024-10-15T12:00:00Z,1,9,8\n"));
    assertEquals(OptionalInt.of(9), rows().get(0).request().tokens().input());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2023-11-16 18:15:46,x,1     | ContextTokens is 'x', expected a number",
        "2023-11-16 18:15:46,-4,1    | ContextTokens is '-4', expected a whole number",
        "2023-11-16 18:15:46,1.5,1   | ContextTokens is '1.5', expected a whole number",
        "2023-11-16 18:15:46,1e99,1  | ContextTokens is '1E+99', expected a whole number",
        "2023-11-16 18:15:46,3000000000,1 | ContextTokens is 3000000000, expected at most"
            + " 2147483647",
        "2023-11-16 18:15:46,,1      | ContextTokens is missing, expected a whole number",
        "2023-11-16 18:15:46,1       | has 2 fields, expected 3",
        "2023-13-16 18:15:46,1,1     | TIMESTAMP is '2023-13-16 18:15:46', expected a timestamp"
            + " such as 2024-05-12T08:00:00.5Z",
        "yesterday,1,1               | TIMESTAMP is 'yesterday', expected a timestamp such as"
            + " 2024-05-12T08:00:00.5Z",
      })
  void aBrokenCsvRowIsRejectedAndItsNeighboursAreKept(String row, String reason)
      throws IOException {
    String good = "2023-11-16 18:15:46,1,1\n";
    Ingest.Summary summary = ingest(log("a.csv", AZURE + good + row + "\n" + good));
    assertEquals(3, summary.read());
    assertEquals(2, summary.accepted());
    assertEquals(
        "{\"file\":\"a.csv\",\"line\":3,\"reason\":\"" + reason + "\"}\n",
        Files.readString(summary.rejects().orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'timestamp':0,'input_length':1,'output_len | is not valid JSON at column 44",
        "{'timestamp':0,'input_length':1,'output_length':1,'timestamp':1} | has a key twice at"
            + " column 63",
        "{'timestamp':0,'input_length':NaN,'output_length':1} | is not valid JSON at column 34",
        "[1,2] | is not a JSON object",
        "{'timestamp':'0','input_length':1,'output_length':1} | timestamp is of kind string,"
            + " expected a number",
        "{'timestamp':1e300,'input_length':1,'output_length':1} | timestamp is '1E+300', expected a"
            + " time from 0 on",
        "{'timestamp':0,'input_length':1,'output_length':1,'hash_ids':[1.5]} | hash_ids holds"
            + " something other than 64-bit whole numbers",
        "{'timestamp':0,'input_length':1,'output_length':1,'hash_ids':7} | hash_ids is no array,"
            + " expected block ids",
        "{'timestamp':0,'output_length':1} | input_length is missing, expected a whole number",
      })
  void aBrokenJsonRowIsRejectedAndItsNeighboursAreKept(String row, String reason)
      throws IOException {
    String good = "{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]}\n";
    Ingest.Summary summary = ingest(log("m.jsonl", good + row.replace('\'', '"') + "\n\n" + good));
    assertEquals(3, summary.read());
    assertEquals(2, summary.accepted());
    assertEquals(
        "{\"file\":\"m.jsonl\",\"line\":2,\"reason\":\"" + reason + "\"}\n",
        Files.readString(summary.rejects().orElseThrow()));
  }

  @Test
  void brokenUtf8AndDeepNestingSpoilOnlyTheirOwnLine() throws IOException {
    String good = "{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]}\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(("\uFEFF" + good).getBytes(StandardCharsets.UTF_8));
    bytes.write(new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}', '\n'});
    bytes.write(("[".repeat(5000) + "\n").getBytes(StandardCharsets.UTF_8));
    bytes.write(good.getBytes(StandardCharsets.UTF_8));
    Path log = Files.write(folder.resolve("m.jsonl"), bytes.toByteArray());
    Ingest.Summary summary = ingest(log);
    assertEquals(2, summary.accepted());
    assertEquals(2, summary.rejected());
  }

  @Test
  void aLineOfNulBytesAndTwoValuesOnALineAreRejectedNotPassedOver() throws IOException {
    String good = "{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]}";
    String nuls = "\0".repeat(60);
    Ingest.Summary summary = ingest(log("m.jsonl", good + "\n" + nuls + "\n" + good + good + "\n"));
    assertEquals(3, summary.read());
    assertEquals(1, summary.accepted());
    String rejects = Files.readString(summary.rejects().orElseThrow());
    assertTrue(rejects.contains("\"line\":2,\"reason\":\"is not valid JSON"), rejects);
    assertTrue(rejects.contains("\"line\":3,\"reason\":\"holds more than one JSON value"), rejects);
  }

  @Test
  void aTruncatedZstdLogIsRefusedByName() throws IOException {
    StringBuilder text = new StringBuilder(AZURE);
    for (int i = 0; i < 5000; i++) {
      text.append("2023-11-16 18:15:").append(10 + i % 50).append(',').append(i).append(",7\n");
    }
    byte[] whole = Zstd.compress(text.toString().getBytes(StandardCharsets.UTF_8));
    Path log = Files.write(folder.resolve("a.csv.zst"), Arrays.copyOf(whole, whole.length * 2 / 3));
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(refused.getMessage().startsWith(log.toString()), refused.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void tooManyRejectsLeaveNoTraceButTheList() throws IOException {
    maxRejects = 0.1;
    Path log = log("a.csv", AZURE + "2023-11-16 18:15:46,1,1\nx,1,1\n");
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(refused.getMessage().startsWith("1 of 2 rows were refused"), refused.getMessage());
    assertFalse(Files.exists(output()));
    assertTrue(Files.exists(folder.resolve("x.rejects.jsonl")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.csv.gz", "a.csv.zst"})
  void compressedLogsAreReadByTheirName(String name) throws IOException {
    byte[] plain = (AZURE + "2023-11-16 18:15:46,374,44\n").getBytes(StandardCharsets.UTF_8);
    byte[] written = plain;
    if (name.endsWith(".gz")) {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
        gzip.write(plain);
      }
      written = zipped.toByteArray();
    } else if (name.endsWith(".zst")) {
      written = Zstd.compress(plain);
    }
    ingest(Files.write(folder.resolve(name), written));
    assertEquals(1, rows().size());
  }

  @Test
  void rowsAreReorderedWithinTheWindowAndRefusedBeyondIt() throws IOException {
    String text =
        AZURE
            + "2023-11-16 18:15:02,2,1\n"
            + "2023-11-16 18:15:01,1,1\n"
            + "2023-11-16 18:15:03,3,1\n"
            + "2023-11-16 18:15:04,4,1\n"
            + "2023-11-16 18:15:05,5,1\n"
            + "2023-11-16 18:10:00,9,1\n";
    reorderRows = 3;
    Ingest.Summary summary = ingest(log("a.csv", text));
    assertEquals(
        List.of(1, 2, 3, 4, 5),
        rows().stream().map(row -> row.request().tokens().input().getAsInt()).toList());
    assertEquals(1, summary.rejected());
    String rejects = Files.readString(summary.rejects().orElseThrow());
    assertTrue(rejects.contains("\"line\":7"), rejects);
    assertTrue(rejects.contains("was the clock reset?"), rejects);
  }

  @Test
  void severalFilesOfOneLogBecomeOneTrace() throws IOException {
    Path one = log("1.csv", AZURE + "2023-11-16 18:15:00,1,1\n");
    Path two = log("2.csv", AZURE + "2023-11-16 18:16:00,2,1\n");
    ingest(one, two);
    assertEquals(60_000_000_000L, rows().get(1).request().arrivalNanos());
    assertEquals(2, rows().stream().map(row -> row.request().id()).distinct().count());
  }

  @Test
  void aLiteLlmCallHasOriginTokensLatenciesAndContent() throws IOException {
    String call =
        """
        {"id":"c1","trace_id":"t1","call_type":"acompletion","status":"success","stream":true,\
        "prompt_tokens":1200,"completion_tokens":230,"startTime":100.5,"completionStartTime":101.0,\
        "endTime":103.5,"model":"m1","model_group":"g","request_tags":["rag"],"cache_hit":false,\
        "metadata":{"user_api_key_team_id":"team-a","usage_object":{"prompt_tokens_details":\
        {"cached_tokens":1024}}},"messages":[{"role":"user","content":"hi"}],\
        "response":{"choices":[{"finish_reason":"stop"}]},"model_parameters":{"max_tokens":512}}
        """;
    ingest(log("l.jsonl", call));
    TraceRow row = rows().get(0);
    assertEquals("c1", row.request().id());
    assertEquals(Optional.of("rag"), row.request().requestClass());
    assertEquals(Optional.of("team-a"), row.request().origin().tenant());
    assertEquals(OptionalInt.of(1024), row.request().tokens().cached());
    assertEquals(OptionalInt.of(0), row.request().conversation().turn());
    assertEquals(OptionalLong.of(500_000_000), row.observed().ttftNanos());
    assertEquals(OptionalLong.of(3_000_000_000L), row.observed().e2eNanos());
    assertEquals(Optional.of(RequestStatus.COMPLETED), row.observed().status());
    assertTrue(row.content().orElseThrow().contains("\"hi\""));
  }

  @Test
  void aFailedCallKeepsItsRowAndItsLengthsAreUnknownAndACacheHitIsSkipped() throws IOException {
    String failed =
        "{\"id\":\"c1\",\"call_type\":\"x\",\"status\":\"failure\",\"prompt_tokens\":0,"
            + "\"completion_tokens\":0,\"startTime\":1,\"endTime\":2,\"model_group\":\"g\","
            + "\"error_information\":{\"error_code\":\"429\"},\"messages\":\"redacted\"}\n";
    String hit = failed.replace("\"id\"", "\"cache_hit\":true,\"id\"");
    Ingest.Summary summary = ingest(log("l.jsonl", failed + hit));
    assertEquals(1, summary.accepted());
    assertEquals(1L, summary.skipped().get("answered by the gateway's own cache"));
    assertFalse(rows().get(0).request().tokens().lengthsKnown());
    assertEquals(Optional.of(RequestStatus.REJECTED), rows().get(0).observed().status());
  }

  @Test
  void aTokenizerCountsPromptsAndSharedPrefixesShareBlocks() throws IOException {
    String system = "the invoice was delayed by the new pricing rules ".repeat(8);
    StringBuilder text = new StringBuilder();
    for (String question : new String[] {"first question", "another one"}) {
      text.append(
              "{\"id\":\"c\",\"call_type\":\"x\",\"prompt_tokens\":5,\"completion_tokens\":3,"
                  + "\"startTime\":1,\"endTime\":2,\"model_group\":\"g\",\"messages\":[{\"role\":"
                  + "\"system\",\"content\":\"")
          .append(system)
          .append("\"},{\"role\":\"user\",\"content\":\"")
          .append(question)
          .append("\"}]}\n");
    }
    try (Tokenizer sample =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      tokenizer = Optional.of(sample);
      ingest(log("l.jsonl", text.toString()));
      int expected = sample.count("system\n" + system + "\nuser\nfirst question\n");
      List<TraceRow> rows = rows();
      assertEquals(OptionalInt.of(expected), rows.get(0).request().tokens().input());
      assertEquals(OptionalInt.of(3), rows.get(0).request().tokens().output());
      BlockIds one = rows.get(0).request().prefixBlocks().orElseThrow();
      BlockIds two = rows.get(1).request().prefixBlocks().orElseThrow();
      int systemBlocks = sample.count("system\n" + system + "\n") / 16;
      assertEquals(one.prefix(systemBlocks), two.prefix(systemBlocks));
      assertEquals(expected / 16, one.size());
      assertEquals(16, header().blocks().orElseThrow().blockTokens());
    }
  }

  @Test
  void aLogThatCutsItsOwnBlocksKeepsThemAndTheTokenizerIsNotUsed() throws IOException {
    try (Tokenizer sample =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      tokenizer = Optional.of(sample);
      Ingest.Summary summary =
          ingest(
              log(
                  "m.jsonl",
                  "{\"timestamp\":0,\"input_length\":600,\"output_length\":1,\"hash_ids\":[1,2]}\n"));
      assertEquals(512, header().blocks().orElseThrow().blockTokens());
      assertEquals(2, rows().get(0).request().prefixBlocks().orElseThrow().size());
      assertTrue(
          summary.notes().stream().anyMatch(note -> note.startsWith("--tokenizer was not used")),
          summary.notes().toString());
      assertFalse(header().provenance().steps().toString().contains("tokenizer_sha256"));
    }
  }

  @Test
  void blocksThatAnotherLogCutAreNotTakenForTheTokenizers() throws IOException {
    try (Tokenizer sample =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      tokenizer = Optional.of(sample);
      Ingest.Summary summary =
          ingest(
              log(
                  "m.jsonl",
                  "{\"timestamp\":0,\"input_length\":600,\"output_length\":1,\"hash_ids\":[1,2]}\n"),
              log(
                  "v.jsonl",
                  "{\"timestamp\":1,\"input_length\":2,\"output_length\":3,\"hash_ids\":[1],"
                      + "\"chat_id\":1,\"parent_chat_id\":-1,\"type\":\"text\",\"turn\":1}\n"));
      assertEquals(16, header().blocks().orElseThrow().blockTokens());
      assertTrue(rows().stream().allMatch(row -> row.request().prefixBlocks().isEmpty()));
      assertTrue(
          summary.notes().toString().contains("with --tokenizer only blocks that it cuts"),
          summary.notes().toString());
    }
  }

  @Test
  void aTokenizersChatTemplateIsCountedAndWhatItRefusesIsPlainText() throws IOException {
    Path file = folder.resolve("model/tokenizer.json");
    Files.createDirectories(file.getParent());
    Files.copy(SharedData.root().resolve("samples/tokenizer/tokenizer.json"), file);
    Files.writeString(
        file.resolveSibling("chat_template.jinja"),
        "{% for t in tools or [] %}tool {{ t.name }}\n{% endfor %}{% for m in messages %}"
            + "{% if m.role == 'critic' %}{{ raise_exception('no critics') }}{% endif %}"
            + "<{{ m.role }}> {{ m.content }}\n{% endfor %}"
            + "{% if add_generation_prompt %}<assistant>{% endif %}");
    StringBuilder text = new StringBuilder();
    for (String role : new String[] {"user", "critic"}) {
      text.append(
              "{\"id\":\"c\",\"call_type\":\"x\",\"prompt_tokens\":5,\"completion_tokens\":3,"
                  + "\"startTime\":1,\"endTime\":2,\"model_group\":\"g\",\"model_parameters\":"
                  + "{\"tools\":[{\"name\":\"search\"}]},\"messages\":[{\"role\":\"")
          .append(role)
          .append("\",\"content\":[{\"type\":\"text\",\"text\":\"first question\"}]}]}\n");
    }
    try (Tokenizer sample = Tokenizer.load(file)) {
      tokenizer = Optional.of(sample);
      Ingest.Summary summary = ingest(log("l.jsonl", text.toString()));
      List<TraceRow> rows = rows();
      assertEquals(
          OptionalInt.of(sample.count("tool search\n<user> first question\n<assistant>")),
          rows.get(0).request().tokens().input());
      assertEquals(
          OptionalInt.of(sample.count("critic\nfirst question\n")),
          rows.get(1).request().tokens().input());
      assertTrue(
          header().inputTokenRule().contains("(1 of 2 prompts, which it refused, as plain text)"),
          header().inputTokenRule());
      assertTrue(
          summary.notes().get(0).startsWith("the chat template refused 1 of 2 prompts"),
          summary.notes().toString());
      assertTrue(summary.notes().get(0).endsWith("the template says 'no critics'"));
    }
  }

  @Test
  void whatNoFormatKnowsIsRefusedByName() throws IOException {
    Path log = log("x.csv", "a,b\n1,2\n");
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(refused.getMessage().contains("describe it with --mapping"));
  }

  @Test
  void azureConversationHasItsPublishedStatistics() throws IOException {
    Ingest.Summary summary = ingest(SharedData.require(SharedData.AZURE_CONV));
    assertEquals(19_366, summary.accepted());
    assertEquals(0, summary.rejected());
    Percentiles input = column(row -> row.request().tokens().input().getAsInt());
    assertEquals(
        List.of(1020L, 2735L, 4142L, 14050L),
        List.of(input.at(50), input.at(90), input.at(99), input.max()));
    assertEquals(1155, input.mean(), 0.5);
    Percentiles output = column(row -> row.request().tokens().output().getAsInt());
    assertEquals(
        List.of(129L, 424L, 601L, 1000L),
        List.of(output.at(50), output.at(90), output.at(99), output.max()));
    long[] arrivals = column(row -> row.request().arrivalNanos()).sorted();
    assertEquals(1.094, Dispersion.gapVariation(arrivals), 0.0005);
    assertEquals(Optional.of("2023-11-16T18:15:46.680590Z"), header().startTime());
    assertTrue(header().clock().latticeNanos().isEmpty());
  }

  @Test
  void azureCodeHasItsPublishedStatistics() throws IOException {
    // The published p90, 5,152, is interpolated between ranks 3,968 and 3,969; ours is the latter.
    assertEquals(4_409, ingest(SharedData.require(SharedData.AZURE_CODE)).accepted());
    Percentiles input = column(row -> row.request().tokens().input().getAsInt());
    assertEquals(
        List.of(1454L, 5177L, 7436L, 7437L),
        List.of(input.at(50), input.at(90), input.at(99), input.max()));
    long[] arrivals = column(row -> row.request().arrivalNanos()).sorted();
    assertEquals(14.10, Dispersion.gapVariation(arrivals), 0.005);
  }

  @Test
  void mooncakeHasItsPublishedStatisticsAndItsThreeSecondClock() throws IOException {
    Ingest.Summary summary = ingest(SharedData.require(SharedData.MOONCAKE));
    assertEquals(12_031, summary.accepted());
    assertEquals(OptionalLong.of(3_000_000_000L), header().clock().latticeNanos());
    Percentiles input = column(row -> row.request().tokens().input().getAsInt());
    assertEquals(
        List.of(6909L, 27367L, 85400L, 126195L),
        List.of(input.at(50), input.at(90), round(input.at(99)), input.max()));
    PrefixHits hits = new PrefixHits();
    BlockScheme scheme = header().blocks().orElseThrow();
    for (TraceRow row : rows()) {
      BlockIds blocks = row.request().prefixBlocks().orElseThrow();
      int length = row.request().tokens().input().getAsInt();
      assertEquals(scheme.blocksOf(length), blocks.size());
      hits.add(blocks, length, 512);
    }
    assertEquals(0.366, hits.blockShare(), 0.0005);
    assertEquals(0.374, hits.tokenShare(), 0.0005);
    assertEquals(0.409, hits.requestMean(), 0.0005);
  }

  /** The published p99 is rounded to hundreds. */
  private static long round(long tokens) {
    return Math.round(tokens / 100.0) * 100;
  }

  private Percentiles column(ToLongFunction<TraceRow> value) throws IOException {
    LongSeries values = new LongSeries();
    rows().forEach(row -> values.add(value.applyAsLong(row)));
    return Percentiles.of(values.toArray());
  }
}
