package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
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
            (line, number, reason) -> refused.add("\"line\":" + line + ",\"reason\":\"" + reason));
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
}
