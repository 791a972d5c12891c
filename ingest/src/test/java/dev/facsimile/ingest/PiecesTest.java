package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs read in pieces give what they give read whole. */
class PiecesTest {
  @TempDir private Path folder;

  /** What became of rows, one after another. */
  private static final class Told implements PieceReader.Taking {
    private final List<String> rows = new ArrayList<>();

    @Override
    public void nextFile(int index) {
      rows.add("file " + index);
    }

    @Override
    public void accepted(TraceRow row, long line, Optional<Shared> shared) {
      rows.add("line " + line + " " + row + shared.map(its -> " " + its).orElse(""));
    }

    @Override
    public void merged(String reason) {
      rows.add("merged " + reason);
    }

    @Override
    public void skipped(String reason) {
      rows.add("skipped " + reason);
    }

    @Override
    public void rejected(long line, String reason, Optional<String> raw) {
      rows.add("line " + line + " " + reason + " " + raw.orElse("-"));
    }
  }

  private static LogPieces cut(LogFormat format, byte[] log, long pieceBytes) throws IOException {
    return LogPieces.of(format, new ByteArrayInputStream(log), pieceBytes);
  }

  private static List<String> read(LogFormat format, byte[] log, LogPieces cut) throws IOException {
    SplitIngest.Log facts =
        new SplitIngest.Log(
            1,
            format.name(),
            List.of(new SplitIngest.LogFile("log", "row-", "")),
            Long.MIN_VALUE,
            Long.MAX_VALUE);
    PieceReader reader =
        new PieceReader(
            format,
            facts,
            List.of(Path.of("log")),
            new RowCompletion(Optional.empty(), 16, Optional.empty()),
            true);
    Told told = new Told();
    for (LogPieces.Piece piece : cut.pieces()) {
      boolean first = piece.offset() == 0;
      InputStream bytes = new ByteArrayInputStream(log, (int) piece.offset(), (int) piece.bytes());
      InputStream behindHead =
          first ? bytes : new SequenceInputStream(new ByteArrayInputStream(cut.head()), bytes);
      try (PieceReader.Open open = reader.open(behindHead, piece.linesBefore(), first)) {
        boolean more = true;
        while (more) {
          more = open.read(told);
        }
      }
    }
    return told.rows;
  }

  static Stream<Example> examples() {
    return FormatContractTest.examples().stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aLogInPiecesGivesTheRowsOfTheWhole(Example example) throws IOException {
    LogFormat format = example.logFormat();
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      entries.addAll(example.entries());
      entries.add(i % 3 == 0 ? "" : "{broken");
    }
    byte[] log = example.log(entries).getBytes(StandardCharsets.UTF_8);
    List<String> whole = read(format, log, cut(format, log, Long.MAX_VALUE));
    for (long pieceBytes : new long[] {1, 100, 1000, 5000}) {
      LogPieces cut = cut(format, log, pieceBytes);
      assertEquals(whole, read(format, log, cut), format.name());
      assertEquals(log.length, cut.pieces().stream().mapToLong(LogPieces.Piece::bytes).sum());
    }
    if (format.rowsStandAlone() && example.head().isEmpty()) {
      assertTrue(cut(format, log, 1).pieces().size() > 20, format.name());
    }
  }

  @Test
  void aByteOrderMarkBelongsToTheFirstPieceAlone() throws IOException {
    Example csv = example("azure-llm");
    byte[] log = ("\uFEFF" + csv.log()).getBytes(StandardCharsets.UTF_8);
    LogPieces cut = cut(csv.logFormat(), log, 1);
    assertEquals(csv.entries().size(), cut.pieces().size());
    assertEquals(
        read(csv.logFormat(), log, cut(csv.logFormat(), log, Long.MAX_VALUE)),
        read(csv.logFormat(), log, cut));
  }

  @Test
  void aCsvLogWithAQuoteThatStaysOpenIsOnePiece() throws IOException {
    Example csv = example("azure-llm");
    byte[] log = (csv.log() + "\"a\nb\",1,2\n").getBytes(StandardCharsets.UTF_8);
    assertEquals(1, cut(csv.logFormat(), log, 1).pieces().size());
  }

  private static Example example(String format) {
    return examples().filter(e -> e.format().equals(format)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void examsOfStretchesPutTogetherAreTheExamOfTheWhole(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long tick = 1_000_000L * random.nextInt(1, 2000);
    long[] clocks =
        LongStream.generate(
                () ->
                    1_700_000_000_000_000_000L / tick * tick
                        + tick * random.nextInt(seed % 2 == 0 ? 50 : 5000))
            .limit(400)
            .sorted()
            .toArray();
    ClockExam whole = new ClockExam();
    LongStream.of(clocks).forEach(whole::arrival);
    ClockExam together = new ClockExam();
    for (int from = 0; from < clocks.length; ) {
      int to = Math.min(clocks.length, from + random.nextInt(0, 40));
      ClockExam part = new ClockExam();
      IntStream.range(from, to).forEach(i -> part.arrival(clocks[i]));
      together.merge(part);
      from = to;
    }
    assertEquals(whole.start(), together.start());
    assertEquals(whole.lattice(), together.lattice());
    assertEquals(whole.resolutionNanos(), together.resolutionNanos());
    assertEquals(whole.findings(), together.findings());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theOrderOfALogRefusesTheRowsThatAnIngestRefuses(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    long[] milliseconds =
        IntStream.range(0, 2000)
            .mapToLong(i -> 1000L + 10L * i + (random.nextInt(20) == 0 ? -random.nextInt(900) : 0))
            .toArray();
    Path log = folder.resolve("log.jsonl");
    Files.writeString(
        log,
        LongStream.of(milliseconds)
            .mapToObj(
                t ->
                    "{\"timestamp\":"
                        + t
                        + ",\"input_length\":10,\"output_length\":1,\"hash_ids\":[1]}")
            .collect(Collectors.joining("\n", "", "\n")));
    int window = 16;
    Ingest.Summary summary =
        new Ingest(
                new Ingest.Plan(
                    List.of(log),
                    Optional.empty(),
                    Optional.empty(),
                    16,
                    window,
                    1,
                    folder.resolve("x.trace.parquet")),
                Progress.SILENT)
            .run();
    List<String> refused = new ArrayList<>();
    LogOrder order =
        new LogOrder(
            log,
            example("mooncake").logFormat(),
            window,
            false,
            (line, number, behind, reason) ->
                refused.add("\"line\":" + line + ",\"reason\":\"" + reason));
    for (int i = 0; i < milliseconds.length; i++) {
      order.row(milliseconds[i] * 1_000_000, i + 1, i + 1);
    }
    LogOrder.Facts facts = order.end();
    assertTrue(refused.size() > 10, "too few rows are late: " + refused.size());
    List<String> listed = Files.readAllLines(summary.rejects().orElseThrow());
    assertEquals(refused.size(), listed.size());
    for (int i = 0; i < listed.size(); i++) {
      assertTrue(listed.get(i).contains(refused.get(i)), listed.get(i));
    }
    assertEquals(2000, facts.rows());
    assertTrue(
        summary.findings().stream().anyMatch(f -> f.startsWith(facts.lateRows() + " rows")),
        summary.findings().toString());
  }

  /** Stretches of 300 rows or more, of which some come late, and some later than the window. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderOfALogIsCutWhereAnIngestIsSplit(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> milliseconds = new ArrayList<>();
    for (int stretch = 0; stretch < 4; stretch++) {
      int rows = random.nextInt(300, 600);
      for (int i = 0; i < rows; i++) {
        milliseconds.add(90_000 + 1000L * (i - (random.nextInt(30) == 0 ? random.nextInt(30) : 0)));
      }
    }
    Path log = folder.resolve("log.jsonl");
    Files.write(
        log,
        milliseconds.stream()
            .map(
                t ->
                    "{\"timestamp\":"
                        + t
                        + ",\"input_length\":10,\"output_length\":1,\"hash_ids\":[1]}")
            .toList());
    IngestOptions split =
        new IngestOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            IngestOptions.SessionSource.AUTO,
            Optional.empty(),
            true,
            false,
            false);
    Ingest.Plan plan =
        new Ingest.Plan(
            List.of(LogSource.file(log)),
            Optional.empty(),
            Optional.empty(),
            16,
            16,
            1,
            folder.resolve("x.trace.parquet"),
            split);
    Ingest.Summary summary = new Ingest(plan, Progress.SILENT).run();
    List<Long> refused = new ArrayList<>();
    LogOrder order =
        new LogOrder(
            log,
            example("mooncake").logFormat(),
            16,
            true,
            (line, number, behind, reason) -> refused.add(number));
    for (int i = 0; i < milliseconds.size(); i++) {
      order.row(milliseconds.get(i) * 1_000_000, i + 1, i);
    }
    List<LogOrder.Cut> cuts = order.end().cuts();
    assertEquals(3, cuts.size());
    assertTrue(refused.size() > 3, "too few rows are late: " + refused.size());
    assertEquals(refused.size(), summary.rejected());
    List<SplitIngest.Target> targets =
        new SplitIngest(plan, plan.logs(), Optional.empty()).targets(cuts);
    for (int i = 0; i < 4; i++) {
      long from = i == 0 ? 0 : cuts.get(i - 1).number();
      long to = i == 3 ? milliseconds.size() : cuts.get(i).number();
      long late = refused.stream().filter(row -> row >= from && row < to).count();
      TraceHeader header = TraceFile.open(targets.get(i).file()).header();
      assertEquals(to - from - late, header.rows());
      assertTrue(
          header.clock().findings().contains(targets.get(i).stretch().orElseThrow()),
          header.clock().findings().toString());
    }
  }

  /** The end of a file is no reset: each file's clock is watched for itself. */
  @Test
  void theOrderOfALogOfTwoFilesHasOneWindowAndTwoWatches() {
    List<Long> refused = new ArrayList<>();
    LogOrder order =
        new LogOrder(
            Path.of("a"),
            example("mooncake").logFormat(),
            500,
            false,
            (line, number, behind, reason) -> refused.add(number));
    for (int i = 0; i < 400; i++) {
      order.row(1_000_000_000L * i, i, i);
    }
    order.nextFile(Path.of("b"));
    for (int i = 0; i < 400; i++) {
      order.row(1_000_000_000L * i, i, 1000 + i);
    }
    assertEquals(LogOrder.Facts.inOrder(800), order.end());
    // All of a waits when b begins: no row has left that b's rows come too late for.
    assertEquals(List.of(), refused);
  }

  @Test
  void aLogOfSeveralFilesIsReadByOneReaderThatJoinsThem() throws IOException {
    LogFormat format = example("openai-batch").logFormat();
    String asked = "{\"custom_id\":\"a\",\"url\":\"/v1\",\"body\":{\"model\":\"m\"}}\n";
    String answered =
        "{\"custom_id\":\"a\",\"response\":{\"status_code\":200,\"body\":{\"created\":1718000004}}}\n";
    List<byte[]> files =
        List.of(asked.getBytes(StandardCharsets.UTF_8), answered.getBytes(StandardCharsets.UTF_8));
    PieceReader reader =
        new PieceReader(
            format,
            new SplitIngest.Log(
                1,
                format.name(),
                List.of(
                    new SplitIngest.LogFile("in", "row-1-", ""),
                    new SplitIngest.LogFile("out", "row-2-", "")),
                Long.MIN_VALUE,
                Long.MAX_VALUE),
            List.of(Path.of("in"), Path.of("out")),
            new RowCompletion(Optional.empty(), 16, Optional.empty()),
            false);
    Told told = new Told();
    try (PieceReader.Open open = reader.open(index -> new ByteArrayInputStream(files.get(index)))) {
      boolean more = true;
      while (more) {
        more = open.read(told);
      }
    }
    assertEquals(3, told.rows.size(), told.rows.toString());
    assertEquals("file 1", told.rows.get(0));
    assertTrue(told.rows.get(1).startsWith("merged "), told.rows.toString());
    assertTrue(told.rows.get(2).contains("id=row-2-1"), told.rows.toString());
    assertTrue(told.rows.get(2).contains("model=Optional[m]"), told.rows.toString());
  }

  /** Places of rows, one a request and the others without anything in common but for the first. */
  @ParameterizedTest
  @ValueSource(ints = {4095, 4096})
  void rowsOfACallGoTogetherWhileTheFirstIsHeld(int between) {
    List<String> found = new ArrayList<>();
    CallOrder<Integer> order =
        new CallOrder<>(
            new CallOrder.Found<>() {
              @Override
              public void partOf(Integer row, Integer first) {
                found.add(row + " is part of " + first);
              }

              @Override
              public void detailsAlone(Integer row) {
                found.add(row + " is alone");
              }

              @Override
              public void tooLate(Integer first, Integer request, String reason) {
                found.add(request + " of " + first + " " + reason);
              }
            });
    order.row(0, 0, Optional.empty());
    order.row(1, 1, Optional.of(new Shared("c", Shared.Part.DETAILS)));
    for (int i = 0; i < between; i++) {
      order.row(2 + i, 2, Optional.empty());
    }
    order.row(9999, 2, Optional.of(new Shared("c", Shared.Part.REQUEST)));
    order.end();
    assertEquals(List.of(between < 4096 ? "9999 is part of 1" : "1 is alone"), found);
  }

  @Test
  void aCallWhoseFirstRowIsTooLateIsRefusedWithTheRowsThatJoinedIt() {
    List<String> found = new ArrayList<>();
    CallOrder<String> order =
        new CallOrder<>(
            new CallOrder.Found<>() {
              @Override
              public void partOf(String row, String first) {
                found.add(row + " is part of " + first);
              }

              @Override
              public void detailsAlone(String row) {
                found.add(row + " is alone");
              }

              @Override
              public void tooLate(String first, String request, String reason) {
                found.add(request + " at " + first + " " + reason.substring(0, 12));
              }
            });
    order.row("plain", 50_000_000, Optional.empty());
    order.row("late", 20_000_000, Optional.of(new Shared("c", Shared.Part.DETAILS)));
    order.row("call", 60_000_000, Optional.of(new Shared("d", Shared.Part.REQUEST)));
    order.row("late of a call", 30_000_000, Optional.of(new Shared("d", Shared.Part.DETAILS)));
    order.row("request", 70_000_000, Optional.of(new Shared("c", Shared.Part.REQUEST)));
    order.end();
    assertEquals(
        List.of(
            "late of a call is part of call",
            "request is part of late",
            "request at late arrives 30 m"),
        found);
  }
}
