package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracePartsTest {
  private static final int ROWS = 30_000;

  @TempDir private Path folder;

  private static TraceRow row(int place) {
    UniformRandomProvider random = new SeededStreams(8).stream("row", place);
    Request request = Request.of("id-" + place, place * 10L, random.nextInt(5000), place % 9);
    if (random.nextInt(3) > 0) {
      request = request.inClass("class-" + random.nextInt(5));
    }
    if (random.nextInt(3) > 0) {
      request =
          request.from(
              new Origin(
                  Optional.of("tenant-" + random.nextInt(40)),
                  Optional.empty(),
                  Optional.of("model-" + place / 7_000),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()));
    }
    if (random.nextInt(4) > 0) {
      long[] blocks = random.longs(random.nextInt(3)).toArray();
      request = request.withBlocks(Optional.of(BlockIds.of(blocks)));
    }
    if (random.nextInt(4) > 0) {
      request = request.within(Conversation.of(Optional.of("session-" + place / 3)));
    }
    request = request.streamed(random.nextInt(2) == 0 ? Optional.empty() : Optional.of(true));
    return new TraceRow(request, Observed.NOTHING, Optional.empty());
  }

  /** Long texts end row groups, so that these are of 26,000 rows, 1,000 and the rest. */
  private TraceFile trace() throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.createPrivate(file)) {
      for (int i = 0; i < ROWS; i++) {
        TraceRow row = row(i);
        boolean ends = i == 25_999 || i == 26_999;
        Optional<String> text = ends ? Optional.of("x".repeat(1_100_000)) : Optional.empty();
        writer.write(new TraceRow(row.request(), row.observed(), text));
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, ROWS));
    }
    return TraceFile.open(file);
  }

  @Test
  void allRowsComeInOrderHoweverManyThreadsReadThem() throws IOException {
    TraceFile trace = trace();
    for (int threads = 1; threads <= 3; threads++) {
      TraceParts parts = new TraceParts(trace, threads, 1_000);
      assertEquals(4, parts.size(), "the first group has two pages of each column");
      int[] place = {0};
      parts.readRows(rows -> rows.forEach(row -> assertEquals(row(place[0]++), row)));
      assertEquals(ROWS, place[0]);
    }
  }

  @Test
  void rowsFromOnePlaceToAnotherAreThoseWhereverPagesAndGroupsBegin() throws IOException {
    TraceFile trace = trace();
    int[][] stretches = {
      {0, 1}, {0, ROWS}, {7, 7}, {12_345, 12_346}, {9_000, 21_001}, {ROWS - 1, ROWS}
    };
    for (int[] stretch : stretches) {
      try (Rows<TraceRow> rows = trace.rows(stretch[0], stretch[1])) {
        for (int place = stretch[0]; place < stretch[1]; place++) {
          assertEquals(Optional.of(row(place)), rows.next());
        }
        assertEquals(Optional.empty(), rows.next());
      }
      try (Rows<TraceRow> rows = trace.rowsWithContent(stretch[0], stretch[1])) {
        for (int place = stretch[0]; place < stretch[1]; place++) {
          TraceRow found = rows.next().orElseThrow();
          assertEquals(row(place), found.withoutContent());
          assertEquals(place == 25_999 || place == 26_999, found.content().isPresent());
        }
        assertEquals(Optional.empty(), rows.next());
      }
    }
  }

  @Test
  void theFooterTellsHowLongContentsAre() throws IOException {
    assertEquals(2_200_000, trace().contentBytes(), 50_000, "and some bytes for each page");
  }

  /** What one part saw. */
  private static final class Seen implements Consumer<TraceBatch> {
    private final List<Request> requests = new ArrayList<>();

    @Override
    public void accept(TraceBatch batch) {
      for (int row = 0; row < batch.size(); row++) {
        String name = batch.text(TraceColumn.CLASS, row);
        String session = batch.text(TraceColumn.SESSION, row);
        Request request =
            Request.of(
                    "-",
                    batch.numbers(TraceColumn.ARRIVAL)[row],
                    batch.tokens(TraceColumn.INPUT, row).getAsInt(),
                    (int) batch.number(TraceColumn.OUTPUT, row).getAsLong())
                .from(batch.origin(row))
                .streamed(batch.flag(TraceColumn.STREAMING, row))
                .within(Conversation.of(Optional.of(session).filter(s -> !s.isEmpty())))
                .withBlocks(batch.blocks(row).map(BlockIds::of));
        requests.add(name.isEmpty() ? request : request.inClass(name));
        assertEquals(OptionalInt.empty(), batch.tokens(TraceColumn.MAX_OUTPUT, row));
        assertEquals(request.origin().tenant().orElse(""), batch.text(TraceColumn.TENANT, row));
      }
    }
  }

  @Test
  void columnsTellWhatRowsTell() throws IOException {
    List<Request> found = new ArrayList<>();
    new TraceParts(trace(), 2, 1_000)
        .read(
            EnumSet.allOf(TraceColumn.class),
            part -> new Seen(),
            part -> found.addAll(part.requests));
    assertEquals(ROWS, found.size());
    for (int i = 0; i < ROWS; i++) {
      Request expected = row(i).request();
      Request asFound = found.get(i);
      assertEquals(expected.arrivalNanos(), asFound.arrivalNanos());
      assertEquals(expected.requestClass(), asFound.requestClass());
      assertEquals(expected.origin(), asFound.origin());
      assertEquals(expected.conversation(), asFound.conversation());
      assertEquals(expected.tokens(), asFound.tokens());
      assertEquals(expected.prefixBlocks(), asFound.prefixBlocks());
      assertEquals(expected.streaming(), asFound.streaming());
    }
  }

  @Test
  void partsAreTheSameWhicheverColumnsAreRead() throws IOException {
    TraceParts parts = new TraceParts(trace(), 2, 1_000);
    List<List<Integer>> sizes = List.of(new ArrayList<>(), new ArrayList<>());
    List<EnumSet<TraceColumn>> columns =
        List.of(EnumSet.of(TraceColumn.PREFIX_BLOCKS), EnumSet.of(TraceColumn.E2E));
    for (int i = 0; i < 2; i++) {
      List<Integer> own = sizes.get(i);
      parts.read(columns.get(i), part -> new Counted(), part -> own.add(part.rows));
    }
    assertEquals(sizes.get(0), sizes.get(1));
    assertEquals(ROWS, sizes.get(0).stream().mapToInt(n -> n).sum());
  }

  private static final class Counted implements Consumer<TraceBatch> {
    private int rows;

    @Override
    public void accept(TraceBatch batch) {
      rows += batch.size();
    }
  }

  @Test
  void aColumnThatWasNotAskedForIsNotTakenForAbsent() throws IOException {
    TraceParts parts = new TraceParts(trace(), 2, 1_000);
    assertThrows(
        IllegalStateException.class,
        () ->
            parts.read(
                EnumSet.of(TraceColumn.INPUT),
                part -> (Consumer<TraceBatch>) batch -> batch.text(TraceColumn.CLASS, 0),
                part -> {}));
  }

  @Test
  void aDamagedPartIsRefusedInOneSentenceOnAnyNumberOfThreads() throws IOException {
    TraceFile trace = trace();
    byte[] bytes = Files.readAllBytes(trace.path());
    int middle = bytes.length / 2;
    for (int i = middle; i < middle + 4_000; i++) {
      bytes[i] ^= 0x55;
    }
    Files.write(trace.path(), bytes);
    for (int threads = 1; threads <= 3; threads++) {
      TraceParts parts = new TraceParts(trace, threads, 1_000);
      InputException refused = assertThrows(InputException.class, () -> parts.readRows(rows -> {}));
      assertTrue(refused.getMessage().contains("cannot be read after row "), refused.getMessage());
    }
  }

  @Test
  void aNegativeCountIsRefused() throws IOException, SQLException {
    TraceFile trace = trace();
    TraceFile edited =
        rewritten(
            trace,
            "* replace (case when arrival_ns = 30000 then -1 else input_tokens end as"
                + " input_tokens)");
    TraceParts parts = new TraceParts(edited, 2, 1_000);
    InputException refused =
        assertThrows(
            InputException.class,
            () -> parts.read(EnumSet.of(TraceColumn.INPUT), part -> new Counted(), part -> {}));
    assertTrue(
        refused.getMessage().contains("input_tokens is -1, expected 0 or more"),
        refused.getMessage());
  }

  /** The trace as DuckDB writes it: other encodings, small row groups, no index of pages. */
  private TraceFile rewritten(TraceFile trace, String columns) throws IOException, SQLException {
    Path file = folder.resolve("duck.trace.parquet");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        var statement = duck.createStatement()) {
      statement.execute(
          "copy (select "
              + columns
              + " from '"
              + trace.path()
              + "') to '"
              + file
              + "' (format parquet, compression snappy, parquet_version v2, row_group_size 4096,"
              + " kv_metadata {"
              + TableFile.HEADER_KEY
              + ": '"
              + Json.line(trace.header()).replace("'", "''")
              + "'})");
    }
    return TraceFile.open(file);
  }

  @Test
  void aTraceThatAnotherToolWroteIsReadToo() throws IOException, SQLException {
    TraceFile edited = rewritten(trace(), "*");
    TraceParts parts = new TraceParts(edited, 2, 1_000);
    assertTrue(parts.size() > 4, () -> parts.size() + " parts");
    int[] place = {0};
    parts.readRows(rows -> rows.forEach(row -> assertEquals(row(place[0]++), row)));
    assertEquals(ROWS, place[0]);
  }

  @Test
  void columnsThatAnOlderFileLacksAreAbsent() throws IOException, SQLException {
    TraceFile older = rewritten(trace(), "request_id, arrival_ns, input_tokens, output_tokens");
    int[] place = {0};
    new TraceParts(older, 2, 1_000)
        .readRows(
            rows -> {
              for (TraceRow row : rows) {
                Request expected = row(place[0]++).request();
                assertEquals(
                    Request.of(expected.id(), expected.arrivalNanos(), expected.tokens()),
                    row.request());
              }
            });
    assertEquals(ROWS, place[0]);
    assertArrayEquals(
        new int[] {0, 0},
        new int[] {
          older.valueCounts().getOrDefault("class", 0L).intValue(),
          older.valueCounts().getOrDefault("prefix_blocks", 0L).intValue()
        });
  }
}
