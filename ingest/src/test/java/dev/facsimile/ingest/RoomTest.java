package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import dev.facsimile.ingest.IngestOptions.SessionSource;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.header.TurnLengths;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The room around the formats: inputs, order in time, sessions, samples, rejects. */
class RoomTest {
  private static final String AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n";

  @TempDir private Path folder;
  private Optional<TimeBound> since = Optional.empty();
  private Optional<TimeBound> until = Optional.empty();
  private Optional<SessionSample> sample = Optional.empty();
  private SessionSource sessions = SessionSource.AUTO;
  private boolean split;
  private boolean keepRaw;
  private boolean resume;
  private int reorderRows = 1000;
  private InputStream standardInput = new ByteArrayInputStream(new byte[0]);

  private Path output() {
    return folder.resolve("out/x.trace.parquet");
  }

  private Ingest.Summary ingest(Object... logs) throws IOException {
    List<String> words = new ArrayList<>();
    for (Object log : logs) {
      words.add(log.toString());
    }
    IngestOptions options =
        new IngestOptions(since, until, sample, sessions, Optional.empty(), split, keepRaw, resume);
    return new Ingest(
            new Ingest.Plan(
                LogSources.of(words.stream().map(Path::of).toList(), standardInput),
                Optional.empty(),
                Optional.empty(),
                16,
                reorderRows,
                1,
                output(),
                options),
            Progress.SILENT)
        .run();
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static List<TraceRow> rows(Path trace) throws IOException {
    List<TraceRow> all = new ArrayList<>();
    try (Rows<TraceRow> rows = TraceFile.open(trace).rowsWithContent()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        all.add(row.get());
      }
    }
    return all;
  }

  private static List<Request> requests(Path trace) throws IOException {
    return rows(trace).stream().map(TraceRow::request).toList();
  }

  private List<Integer> inputs() throws IOException {
    return requests(output()).stream().map(r -> r.tokens().input().getAsInt()).toList();
  }

  private TraceHeader header() throws IOException {
    return TraceFile.open(output()).header();
  }

  /**
   * Rows of the Azure format, a request at each minute of an hour; input tokens tell them apart.
   */
  private static String hour(int hour, int firstMinute, int... inputs) {
    StringBuilder text = new StringBuilder(AZURE);
    for (int i = 0; i < inputs.length; i++) {
      text.append(
          String.format("2024-05-10 %02d:%02d:00,%d,1%n", hour, firstMinute + i, inputs[i]));
    }
    return text.toString();
  }

  private static String mooncake(long millis, int input, String blocks) {
    return "{\"timestamp\":"
        + millis
        + ",\"input_length\":"
        + input
        + ",\"output_length\":10,\"hash_ids\":["
        + blocks
        + "]}\n";
  }

  @Test
  void filesMergeByTimeInWhateverOrderTheyAreNamed() throws IOException {
    Path late = file("late.csv", hour(11, 0, 4, 5));
    Path early = file("early.csv", hour(10, 0, 1, 2, 3));
    ingest(late, early);
    assertEquals(List.of(1, 2, 3, 4, 5), inputs());
  }

  @Test
  void filesThatOverlapInTimeInterleave() throws IOException {
    Path one = file("pod1.csv", hour(10, 0, 1, 2, 3, 6));
    Path two = file("pod2.csv", hour(10, 2, 4, 5, 7));
    ingest(one, two);
    assertEquals(List.of(1, 2, 3, 4, 6, 5, 7), inputs());
  }

  @Test
  void aFolderIsReadWithItsSubfoldersAndWhatIsNoLogIsPassedOverAndTold() throws IOException {
    file("logs/b/11.csv", hour(11, 0, 3));
    file("logs/a/10.csv", hour(10, 0, 1, 2));
    file("logs/README.txt", "about these logs\n");
    file("logs/.hidden.csv", "x\n");
    file("logs/empty.csv", "");
    Ingest.Summary summary = ingest(folder.resolve("logs"));
    assertEquals(List.of(1, 2, 3), inputs());
    assertEquals(1, summary.notes().size());
    assertTrue(
        summary.notes().get(0).endsWith("README.txt, which is of no format known"),
        summary.notes().get(0));
  }

  @Test
  void aFileThatWasNamedMustBeALog() throws IOException {
    Path log = file("10.csv", hour(10, 0, 1));
    Path readme = file("README.txt", "about these logs\n");
    assertThrows(InputException.class, () -> ingest(log, readme));
  }

  @Test
  void aGlobNamesFilesAndOneThatMatchesNothingIsRefused() throws IOException {
    file("logs/10.csv", hour(10, 0, 1));
    file("logs/11.csv", hour(11, 0, 2));
    file("logs/12.txt", "x\n");
    ingest(folder + "/logs/*.csv");
    assertEquals(List.of(1, 2), inputs());
    InputException refused =
        assertThrows(InputException.class, () -> ingest(folder + "/logs/*.json"));
    assertTrue(refused.getMessage().endsWith("matches no file"), refused.getMessage());
  }

  @Test
  void aFileNamedTwiceIsReadOnce() throws IOException {
    Path log = file("10.csv", hour(10, 0, 1, 2));
    ingest(log, log, folder + "/*.csv");
    assertEquals(List.of(1, 2), inputs());
  }

  @Test
  void standardInputIsRecognisedAndDecompressedByItsFirstBytes() throws IOException {
    byte[] text = hour(10, 0, 1, 2).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(text);
    }
    standardInput = new ByteArrayInputStream(zipped.toByteArray());
    ingest("-");
    assertEquals(List.of(1, 2), inputs());
    Path same = Files.write(folder.resolve("same.gz"), zipped.toByteArray());
    assertEquals(
        InputFiles.sha256(same), header().provenance().steps().get(0).inputs().get(0).sha256());
  }

  @Test
  void theSameLogsGiveTheSameBytes() throws IOException {
    Path one = file("pod1.csv", hour(10, 0, 1, 2, 3, 6));
    Path two = file("pod2.csv", hour(10, 2, 4, 5, 7));
    ingest(one, two);
    String first = InputFiles.sha256(output());
    ingest(one, two);
    assertEquals(first, InputFiles.sha256(output()));
  }

  private static String helicone(String id, int second, int input) {
    return "{\"request_id\":\""
        + id
        + "\",\"request_created_at\":\"2024-06-10T06:13:"
        + second
        + "Z\",\"response_status\":200,\"request_model\":\"m\",\"delay_ms\":10,"
        + "\"prompt_tokens\":"
        + input
        + ",\"completion_tokens\":1}\n";
  }

  private List<String> ids() throws IOException {
    return requests(output()).stream().map(Request::id).toList();
  }

  @Test
  void theSameRecordTwiceIsOneRequestInOneLogAndInTwo() throws IOException {
    String a = helicone("a", 20, 7);
    String b = helicone("b", 20, 7);
    Path one = file("one.jsonl", a + b + a + helicone("c", 21, 8));
    Path two = file("two.jsonl", b + helicone("d", 22, 9) + helicone("b", 23, 9));
    Ingest.Summary summary = ingest(one);
    assertEquals(List.of("a", "b", "c"), ids());
    assertEquals(Map.of(SameRecords.REASON, 1L), summary.skipped());
    assertEquals(4, summary.read());
    Files.writeString(two, b + helicone("d", 22, 9));
    summary = ingest(one, two);
    assertEquals(List.of("a", "b", "c", "d"), ids());
    assertEquals(Map.of(SameRecords.REASON, 2L), summary.skipped());
    assertEquals(6, summary.read());
    assertEquals(List.of(), summary.notes());
  }

  @Test
  void twoRequestsOfOneInstantAreTwoWhateverElseTheyShare() throws IOException {
    Path log = file("a.csv", hour(10, 0, 5) + hour(10, 0, 5).substring(AZURE.length()));
    assertEquals(2, ingest(log).accepted());
    Path other = file("b.jsonl", helicone("a", 20, 7) + helicone("a", 20, 8));
    assertEquals(2, ingest(other).accepted());
  }

  @Test
  void idsThatRepeatInAnotherLogForOtherRequestsAreToldApartAndSaid() throws IOException {
    Path one = file("one.jsonl", helicone("bench-0", 20, 7) + helicone("bench-1", 22, 7));
    Path two = file("two.jsonl", helicone("bench-0", 21, 8) + helicone("bench-2", 23, 8));
    Path three = file("three.jsonl", helicone("other", 24, 8));
    Ingest.Summary summary = ingest(one, two, three);
    assertEquals(List.of("bench-0", "2/bench-0", "bench-1", "2/bench-2", "other"), ids());
    assertEquals(
        List.of(
            two
                + " repeats request ids of a log before for other requests: their ids have the"
                + " log's number among the inputs in front, such as 2/ID"),
        summary.notes());
    assertTrue(header().provenance().steps().get(0).options().containsKey("request_ids"));
  }

  @Test
  void aTraceThatGrowsTellsRepeatedIdsApartToo() throws IOException {
    Path one = file("one.jsonl", helicone("bench-0", 20, 7));
    Path two = file("two.jsonl", helicone("bench-0", 21, 8));
    Path three = file("three.jsonl", helicone("bench-0", 22, 9));
    ingest(one);
    resume = true;
    ingest(one, two);
    ingest(one, two, three);
    assertEquals(List.of("bench-0", "2/bench-0", "3/bench-0"), ids());
  }

  private static String llm(String id, int second, int input) {
    return "{\"TimeGenerated\":\"2024-06-10T06:13:"
        + second
        + "Z\",\"CorrelationId\":\""
        + id
        + "\",\"RequestId\":\"chat-"
        + id
        + "\",\"SequenceNumber\":0,\"PromptTokens\":"
        + input
        + ",\"CompletionTokens\":5}\n";
  }

  @Test
  void rowsOfAzuresLogsThatShareACorrelationIdAreOneRequest() throws IOException {
    Path llm = file("llm.jsonl", llm("c1", 20, 7) + llm("c2", 22, 8) + llm("c4", 26, 9));
    String gateway =
        "{\"TimeGenerated\":\"2024-06-10T06:13:%dZ\",\"CorrelationId\":\"%s\","
            + "\"ResponseCode\":%d,\"BackendTime\":9,\"TotalTime\":250}%n";
    Path http =
        file(
            "http.jsonl",
            String.format(gateway, 20, "c1", 200)
                + String.format(gateway, 21, "other", 200)
                + String.format(gateway, 26, "c4", 429));
    String service =
        "{\"category\":\"RequestResponse\",\"correlationId\":\"%s\",\"durationMs\":1021,"
            + "\"operationName\":\"ChatCompletions_Create\",\"resultSignature\":\"200\",\"properties\":"
            + "{\"requestTime\":%d,\"modelName\":\"m-4\"}}%n";
    Path openAi =
        file(
            "openai.jsonl",
            String.format(service, "c2", 638535968025000000L)
                + String.format(service, "c3", 638535968050000000L));
    Ingest.Summary summary = ingest(llm, http, openAi);
    assertEquals(List.of("chat-c1", "chat-c2", "c3", "chat-c4"), ids());
    assertEquals(8, summary.read());
    assertEquals(3, summary.mergedRows());
    assertEquals(1, summary.skippedRows());
    List<TraceRow> rows = rows(output());
    assertEquals(OptionalInt.of(200), rows.get(0).observed().httpStatus());
    assertEquals(OptionalLong.of(250_000_000), rows.get(0).observed().e2eNanos());
    assertEquals(Optional.of("m-4"), rows.get(1).request().origin().model());
    assertEquals(OptionalInt.of(8), rows.get(1).request().tokens().input());
    assertEquals(2_000_000_000L, rows.get(1).request().arrivalNanos());
    assertEquals(OptionalLong.of(1_021_000_000), rows.get(1).observed().e2eNanos());
    assertEquals(Optional.of(RequestStatus.REJECTED), rows.get(3).observed().status());
  }

  @Test
  void standardInputMayBeZstd() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(bytes)) {
      zstd.write(hour(10, 0, 1, 2, 3).getBytes(StandardCharsets.UTF_8));
    }
    standardInput = new ByteArrayInputStream(bytes.toByteArray());
    ingest("-");
    assertEquals(List.of(1, 2, 3), inputs());
  }

  @Test
  void contentsThatWaitForTheirTurnAreBackWhenItComes() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      // Every third comes early; 60 contents of 200,000 characters are more than memory is given.
      int second = i % 3 == 0 ? i + 2 : i;
      log.append(
          String.format(
              "{\"call_type\":\"acompletion\",\"model_group\":\"m\",\"status\":\"success\",\"id\":\"c%d\","
                  + "\"startTime\":%d,\"prompt_tokens\":%d,\"completion_tokens\":1,\"messages\":"
                  + "[{\"role\":\"user\",\"content\":\"%s\"}]}%n",
              i, 1718000000 + second, i, (char) ('a' + i % 26) + "é".repeat(200_000)));
    }
    ingest(file("long.jsonl", log.toString()));
    List<TraceRow> rows = rows(output());
    assertEquals(60, rows.size());
    for (TraceRow row : rows) {
      int i = row.request().tokens().input().getAsInt();
      String content = row.content().orElseThrow();
      assertTrue(
          content.contains("\"" + (char) ('a' + i % 26) + "é") && content.length() > 200_000,
          "request " + i + " has another's content");
    }
    try (Stream<Path> left = Files.list(output().getParent())) {
      assertEquals(1, left.count(), "a hidden file is left");
    }
  }

  @Test
  void failedCallsThatNobodyTriedAgainStayInTheOrderOfTheLog() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      boolean failed = i % 4 == 0;
      log.append(
          String.format(
              "{\"call_type\":\"acompletion\",\"model_group\":\"m\",\"status\":\"%s\",\"id\":\"c%d\","
                  + "\"trace_id\":\"t%d\",\"startTime\":%d,\"prompt_tokens\":%d,"
                  + "\"completion_tokens\":1}%n",
              failed ? "failure" : "success", i, i, 1718000000 + i * 2, failed ? 0 : 5));
    }
    Ingest.Summary summary = ingest(file("litellm.jsonl", log.toString()));
    assertEquals(400, summary.accepted());
    assertTrue(
        summary.findings().stream()
            .noneMatch(found -> found.contains("out of order") || found.contains("jumps back")),
        summary.findings().toString());
  }

  @Test
  void textThatNobodyCountedIsSaidWithTheWayToCountIt() throws IOException {
    Path log =
        file(
            "chats.json",
            "[{\"conversations\":[{\"from\":\"human\",\"value\":\"hi\"},{\"from\":\"gpt\","
                + "\"value\":\"yes\"}]}]");
    assertTrue(
        ingest(log)
            .notes()
            .contains(
                "1 requests have no input length, and 1 of them hold their text: --tokenizer with"
                    + " the model's tokenizer.json counts it"));
  }

  @Test
  void aResetOfADatedClockIsToldInDates() throws IOException {
    StringBuilder log = new StringBuilder(AZURE);
    for (int hour : new int[] {11, 10}) {
      for (int i = 0; i < 30; i++) {
        log.append(String.format("2024-05-10 %02d:%02d:00,1,1%n", hour, i));
      }
    }
    assertTrue(
        ingest(file("joined.csv", log.toString()))
            .findings()
            .contains(
                "joined.csv, line 32: the clock jumps back from 2024-05-10T11:29:00Z to"
                    + " 2024-05-10T10:00:00Z and stays there; the rows were put in the order of"
                    + " their dates (a log sorted by session, logs joined out of order, or local"
                    + " time at the end of summer?)"));
  }

  @Test
  void whatIsFoundOfAStretchIsSaidOfItsTrace() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int stretch = 0; stretch < 2; stretch++) {
      for (int i = 0; i < 300; i++) {
        log.append(mooncake(i * 3000L, 1, "1"));
      }
    }
    split = true;
    Ingest.Summary summary = ingest(file("folded.jsonl", log.toString()));
    assertEquals(
        List.of("x.1.trace.parquet", "x.2.trace.parquet"),
        summary.traces().stream().map(t -> t.getFileName().toString()).toList());
    assertTrue(
        summary.findings().stream().allMatch(f -> f.matches("x\\.[12]\\.trace\\.parquet: .*")),
        summary.findings().toString());
    assertEquals("x", TraceParts.stem(Path.of("x.parquet")));
    assertEquals("x", TraceParts.stem(Path.of("a/x.trace.parquet")));
    assertEquals("x", TraceParts.stem(Path.of("x")));
  }

  @Test
  void aLogWithoutARequestSaysWhatBecameOfItsRows() throws IOException {
    Path log =
        file("k.jsonl", "{\"started_at\":1,\"latencies\":{},\"request\":{}}\n".repeat(3) + "{\n");
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertEquals(
        log
            + ": gives no request, expected at least one: it was read as kong because its first"
            + " object has started_at, latencies and request; 4 rows read: 3 skipped: no AI proxy"
            + " answered: a health check or another route; 1 rejected, the first: "
            + log
            + ", line 4: is not valid JSON at column 2",
        refused.getMessage());
  }

  @Test
  void logsWithAndWithoutDatesDoNotMix() throws IOException {
    Path dated = file("a.csv", hour(10, 0, 1));
    Path undated = file("m.jsonl", mooncake(0, 1, "1"));
    InputException refused = assertThrows(InputException.class, () -> ingest(dated, undated));
    assertTrue(
        refused
            .getMessage()
            .contains(
                "m.jsonl: is of mooncake, whose clock does not tell when it started, and "
                    + dated
                    + " is of azure-llm, whose clock tells the date"),
        refused.getMessage());
  }

  @Test
  void sinceIsWithinAndUntilIsNot() throws IOException {
    since = TimeBound.moment("2024-05-10T10:01:00Z");
    until = TimeBound.moment("2024-05-10 10:03:00");
    Ingest.Summary summary = ingest(file("10.csv", hour(10, 0, 1, 2, 3, 4, 5)));
    assertEquals(List.of(2, 3), inputs());
    assertEquals(1, summary.skipped().get("arrived before --since"));
    assertEquals(2, summary.skipped().get("arrived at --until or later"));
    assertEquals(Optional.of("2024-05-10T10:01:00Z"), header().startTime());
  }

  @Test
  void aBoundIsOfTheKindOfItsLogsClock() throws IOException {
    Path undated = file("m.jsonl", mooncake(0, 1, "1") + mooncake(9000, 2, "2"));
    since = Optional.of(new TimeBound.Offset(1_000_000_000L));
    ingest(undated);
    assertEquals(List.of(2), inputs());
    since = TimeBound.moment("2024-05-10");
    InputException refused = assertThrows(InputException.class, () -> ingest(undated));
    assertTrue(refused.getMessage().contains("give a duration"), refused.getMessage());
  }

  @Test
  void aSampleHoldsWholeSessionsAndTheSameOnesForTheSameSeed() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      text.append(
          "{\"id\":\"c"
              + i
              + "\",\"call_type\":\"x\",\"prompt_tokens\":5,\"completion_tokens\":3,\"startTime\":"
              + i
              + ",\"endTime\":"
              + (i + 1)
              + ",\"model_group\":\"g\",\"trace_id\":\"s"
              + i % 1000
              + "\"}\n");
    }
    Path log = file("l.jsonl", text.toString());
    sample = Optional.of(new SessionSample(0.2, 7));
    Ingest.Summary summary = ingest(log);
    List<Request> kept = requests(output());
    Set<String> sessions = new HashSet<>();
    kept.forEach(request -> sessions.add(request.conversation().sessionId().orElseThrow()));
    assertEquals(3 * sessions.size(), kept.size());
    // 1,000 sessions of probability 0.2: four standard deviations are 51.
    assertEquals(200, sessions.size(), 51);
    assertEquals(3000L - kept.size(), summary.skipped().get(SessionSample.SKIPPED));
    ingest(log);
    assertEquals(kept, requests(output()));
    assertEquals(Optional.of(7L), header().provenance().steps().get(0).seed());
  }

  @Test
  void aResetOfAnUndatedClockIsRefusedWithTheOptionThatSplits() throws IOException {
    Path log = file("m.jsonl", twice());
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    String message = refused.getMessage();
    assertTrue(message.contains("m.jsonl, line 41: the clock jumps back from 390.000 s"), message);
    assertTrue(message.contains("--split-on-reset"), message);
    assertFalse(Files.exists(output()));
  }

  @Test
  void eachStretchBetweenResetsBecomesItsOwnTrace() throws IOException {
    split = true;
    Ingest.Summary summary = ingest(file("m.jsonl", twice()));
    Path first = folder.resolve("out/x.1.trace.parquet");
    Path second = folder.resolve("out/x.2.trace.parquet");
    assertEquals(List.of(first, second), summary.traces());
    assertEquals(40, requests(first).size());
    assertEquals(40, requests(second).size());
    assertEquals(0, requests(second).get(0).arrivalNanos());
    assertEquals(80, summary.accepted());
    List<String> findings = TraceFile.open(second).header().clock().findings();
    assertTrue(
        findings.stream().anyMatch(f -> f.startsWith("stretch 2 of 2")), findings.toString());
    try (var files = Files.list(folder.resolve("out"))) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void noStretchIsWrittenIfTheSessionsOfOneCannotBeFound() throws IOException {
    split = true;
    sessions = SessionSource.RECONSTRUCT;
    StringBuilder withoutBlocks = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      withoutBlocks.append(mooncake(10_000L * i, i + 1, ""));
    }
    Path log = file("m.jsonl", twice().substring(0, twice().length() / 2) + withoutBlocks);
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(refused.getMessage().contains("neither parent ids"), refused.getMessage());
    try (var files = Files.list(folder.resolve("out"))) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void aLogWithoutAResetIsNotSplit() throws IOException {
    split = true;
    ingest(file("m.jsonl", mooncake(0, 1, "1")));
    assertEquals(List.of(1), inputs());
  }

  private static String twice() {
    StringBuilder once = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      once.append(mooncake(10_000L * i, i + 1, "1," + (100 + i)));
    }
    return once.toString().repeat(2);
  }

  @Test
  void ragPulseIsTwoStretchesOnOneClock() throws IOException {
    // Days 1 to 4 of two weeks: 2,538 rows of the first, 1,816 of the second.
    Path log = SharedData.require("ragpulse/0_trace_days1-4.jsonl");
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(refused.getMessage().contains("line 2539: the clock jumps back from 345,577.000 s"));
    split = true;
    Ingest.Summary summary = ingest(log);
    assertEquals(2538, requests(summary.traces().get(0)).size());
    assertEquals(1816, requests(summary.traces().get(1)).size());
  }

  @Test
  void blocksOfLogsThatShareNoIdsAreLeftOutAndThatIsSaid() throws IOException {
    Path mooncake = file("m.jsonl", mooncake(0, 600, "1,2"));
    Path bailian =
        file(
            "b.jsonl",
            "{\"chat_id\":1,\"parent_chat_id\":-1,\"timestamp\":1.5,\"input_length\":20,"
                + "\"output_length\":3,\"type\":\"text\",\"turn\":1,\"hash_ids\":[1,2]}\n");
    Ingest.Summary summary = ingest(mooncake, bailian);
    assertTrue(requests(output()).stream().allMatch(r -> r.prefixBlocks().isEmpty()));
    assertTrue(
        summary
            .notes()
            .contains(
                "the prefix blocks in the logs were left out (mooncake of 512 tokens, bailian of 16"
                    + " tokens): logs of several formats do not share ids; ingest each format by"
                    + " itself to keep them"),
        summary.notes().toString());
  }

  @Test
  void rowsThatAreDaysLateAreToldInDays() throws IOException {
    ingest(file("a.csv", hour(10, 0, 1, 2) + "2024-05-01 10:00:01,9,1\n"));
    assertTrue(
        header()
            .clock()
            .findings()
            .contains(
                "1 row (33.33 %) came out of order, up to 9.0 days late; put back"
                    + " within the reorder window"),
        header().clock().findings().toString());
  }

  @Test
  void lateRowsAreToldWithTheirShareAndDistance() throws IOException {
    ingest(file("a.csv", hour(10, 0, 1, 2) + "2024-05-10 10:00:30,9,1\n"));
    assertEquals(List.of(1, 9, 2), inputs());
    assertTrue(
        header()
            .clock()
            .findings()
            .contains(
                "1 row (33.33 %) came out of order, up to 30.000 s late; put back"
                    + " within the reorder window"),
        header().clock().findings().toString());
  }

  @Test
  void aRowRefusedForItsOrderIsListedWithItsOwnLine() throws IOException {
    reorderRows = 1;
    Ingest.Summary summary =
        ingest(file("a.csv", hour(10, 0, 1, 2, 3, 4) + "2024-05-10 10:00:30,9,1\n"));
    String rejects = Files.readString(summary.rejects().orElseThrow());
    assertTrue(rejects.contains("\"line\":6"), rejects);
  }

  @Test
  void mooncakeConversationsAreReconstructedFromTheirBlocks() throws IOException {
    Ingest.Summary summary = ingest(SharedData.require(SharedData.MOONCAKE));
    assertEquals(TraceHeader.Sessions.RECONSTRUCTED, header().sessions());
    SessionFacts facts = summary.sessions().values().iterator().next();
    // Exact: the reconstruction has no chance in it. Counted apart in Python as well.
    assertEquals(7373, facts.sessions());
    assertEquals(12_031, facts.sessions() + facts.continuations());
    assertEquals(0.39, facts.continuations() / 12_031.0, 0.005);
    assertEquals(1.63, facts.meanTurns(), 0.005);
    assertEquals(43, facts.longest());
    SessionFacts.Gaps gaps = facts.gaps().orElseThrow();
    // The clock ticks every 3 s.
    assertEquals(42, gaps.p10Nanos() / 1e9, 3);
    assertEquals(123, gaps.p50Nanos() / 1e9, 3);
    assertEquals(483, gaps.p90Nanos() / 1e9, 3);
    assertEquals(TurnLengths.Kind.CUMULATIVE, header().turnLengths().orElseThrow().kind());
  }

  @Test
  void sessionsAreLeftOutIfNoneAreWanted() throws IOException {
    sessions = SessionSource.NONE;
    ingest(SharedData.require("burstgpt/BurstGPT_3_first105.csv"));
    assertEquals(TraceHeader.Sessions.NONE, header().sessions());
    assertTrue(requests(output()).stream().allMatch(r -> r.conversation().sessionId().isEmpty()));
  }

  @Test
  void nothingIsReconstructedFromNothing() throws IOException {
    sessions = SessionSource.RECONSTRUCT;
    Path log = file("a.csv", hour(10, 0, 1));
    InputException refused = assertThrows(InputException.class, () -> ingest(log));
    assertTrue(
        refused.getMessage().contains("neither parent ids nor prefix blocks"),
        refused.getMessage());
    assertFalse(Files.exists(output()));
  }

  @Test
  void refusedLinesAreKeptOnlyOnRequestAndThenForTheOwnerAlone() throws IOException {
    Path log = file("m.jsonl", mooncake(0, 1, "1") + "{\"secret\": tru\n");
    Ingest.Summary without = ingest(log);
    assertFalse(Files.readString(without.rejects().orElseThrow()).contains("secret"));
    keepRaw = true;
    Path rejects = ingest(log).rejects().orElseThrow();
    assertTrue(Files.readString(rejects).contains("\"raw\":\"{\\\"secret\\\": tru\""));
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(rejects));
  }

  @Test
  void howRowsEndedAddsUpToTheRowsRead() throws IOException {
    since = Optional.of(new TimeBound.Offset(1_000_000L));
    sample = Optional.of(new SessionSample(0.5, 3));
    reorderRows = 2;
    StringBuilder text = new StringBuilder(mooncake(0, 1, "9") + "not json\n");
    for (int i = 0; i < 200; i++) {
      text.append(mooncake(i % 50 == 49 ? i * 10L - 450 : i * 10L, 1, "1," + i / 4 + ",5"));
    }
    Ingest.Summary summary = ingest(file("m.jsonl", text.toString()));
    assertEquals(202, summary.read());
    assertEquals(
        summary.read(),
        summary.accepted() + summary.mergedRows() + summary.skippedRows() + summary.rejected());
    assertTrue(summary.rejected() > 1, "rows too late for the window are rejected");
    assertTrue(summary.skipped().get(SessionSample.SKIPPED) > 0);
    assertEquals(summary.accepted(), requests(output()).size());
  }

  @Test
  void anExplanationNamesTheFieldOfEachColumn() throws IOException {
    Path log = file("a.csv", hour(10, 0, 7));
    Explanation explained = Explanation.of(LogSource.file(log), Optional.empty());
    assertEquals(2, explained.line());
    assertEquals(
        List.of(
            new Explanation.Column("request_id", "row-2", List.of()),
            new Explanation.Column("arrival_ns", "1715335200000000000", List.of("TIMESTAMP")),
            new Explanation.Column("input_tokens", "7", List.of("ContextTokens")),
            new Explanation.Column("output_tokens", "1", List.of("GeneratedTokens"))),
        explained.columns());
  }

  @Test
  void aTraceGrowsByTheFilesThatItsFolderGained() throws IOException {
    resume = true;
    file("logs/10.csv", hour(10, 0, 1, 2));
    file("logs/12.csv", hour(12, 0, 5) + "yesterday,1,1\n");
    ingest(folder.resolve("logs"));
    file("logs/11.csv", hour(11, 0, 3, 4) + "tomorrow,1,1\n");
    Ingest.Summary more = ingest(folder.resolve("logs"));
    assertEquals(List.of(1, 2, 3, 4, 5), inputs());
    assertEquals(2, more.accepted());
    assertEquals(3, more.read());
    assertEquals(3, header().provenance().steps().get(0).inputs().size());
    assertEquals(5, requests(output()).stream().map(Request::id).distinct().count());
    assertEquals(2, Files.readAllLines(more.rejects().orElseThrow()).size());
    String before = InputFiles.sha256(output());
    assertEquals(0, ingest(folder.resolve("logs")).read());
    assertEquals(before, InputFiles.sha256(output()));
  }

  @Test
  void aTraceDoesNotGrowUnderOtherOptionsOrByAnotherFormat() throws IOException {
    resume = true;
    Path one = file("10.csv", hour(10, 0, 1, 2));
    ingest(one);
    Path call =
        file(
            "l.jsonl",
            "{\"id\":\"c\",\"call_type\":\"x\",\"prompt_tokens\":5,\"completion_tokens\":3,"
                + "\"startTime\":1,\"endTime\":2,\"model_group\":\"g\"}\n");
    InputException other = assertThrows(InputException.class, () -> ingest(one, call));
    assertTrue(other.getMessage().contains("expected the same format"), other.getMessage());
    Path two = file("11.csv", hour(11, 0, 3));
    since = TimeBound.moment("2024-05-10");
    InputException options = assertThrows(InputException.class, () -> ingest(one, two));
    assertTrue(options.getMessage().contains("was made with the options"), options.getMessage());
  }

  @Test
  void turnsBetweenThoseOfAGrowingTraceAreNumberedInOrderOfArrival() throws IOException {
    resume = true;
    file("logs/a.jsonl", call("a", 100) + call("c", 300));
    ingest(folder.resolve("logs"));
    file("logs/b.jsonl", call("b", 200) + call("d", 400));
    ingest(folder.resolve("logs"));
    List<String> turns =
        requests(output()).stream().map(r -> r.id() + r.conversation().turn().getAsInt()).toList();
    assertEquals(List.of("a0", "b1", "c2", "d3"), turns);
    try (Rows<TraceRow> rows = TraceFile.open(output()).rows()) {
      for (String id : List.of("a", "b", "c", "d")) {
        assertEquals(Optional.of("of " + id), rows.next().orElseThrow().userId());
      }
    }
  }

  private static String call(String id, int second) {
    return "{\"end_user\":\"of "
        + id
        + "\",\"id\":\""
        + id
        + "\",\"trace_id\":\"t\",\"call_type\":\"x\",\"status\":\"success\",\"prompt_tokens\":5,"
        + "\"completion_tokens\":3,\"startTime\":"
        + second
        + ",\"endTime\":"
        + (second + 1)
        + ",\"model_group\":\"g\"}\n";
  }

  @Test
  void aTraceWithoutDatesDoesNotGrow() throws IOException {
    resume = true;
    ingest(file("m.jsonl", mooncake(5000, 1, "1")));
    Path more = file("n.jsonl", mooncake(9000, 2, "2"));
    InputException refused = assertThrows(InputException.class, () -> ingest(more));
    assertTrue(refused.getMessage().contains("do not tell when they started"));
  }
}
