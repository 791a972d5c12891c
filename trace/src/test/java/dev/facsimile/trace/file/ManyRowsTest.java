package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of several row groups, pages and batches. */
class ManyRowsTest {
  private static final SeededStreams STREAMS = new SeededStreams(5);

  @TempDir private Path folder;

  /** A row that depends on its place alone, so that reading needs no copy to compare with. */
  private static TraceRow row(int place, int blocks, int contentLength) {
    UniformRandomProvider random = STREAMS.stream("row", place);
    Request request = Request.of("id-" + place, place * 10L, random.nextInt(5000), 7);
    if (random.nextInt(3) > 0) {
      request = request.inClass("class-" + random.nextInt(5));
    }
    if (random.nextInt(4) > 0) {
      request =
          request.withBlocks(
              Optional.of(BlockIds.of(random.longs().limit(random.nextInt(blocks)).toArray())));
    }
    Optional<String> content =
        random.nextInt(5) > 0 && contentLength > 0
            ? Optional.of("é".repeat(random.nextInt(contentLength)))
            : Optional.empty();
    return new TraceRow(request, Observed.NOTHING, content);
  }

  private Path write(int rows, int blocks, int contentLength) throws IOException {
    Path file = folder.resolve("many.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (int i = 0; i < rows; i++) {
        writer.write(row(i, blocks, contentLength));
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, rows));
    }
    return file;
  }

  private static void assertSame(Path file, int rows, int blocks, int contentLength)
      throws IOException {
    try (Rows<TraceRow> read = TraceFile.open(file).rowsWithContent()) {
      for (int i = 0; i < rows; i++) {
        assertEquals(row(i, blocks, contentLength), read.next().orElseThrow());
      }
      assertTrue(read.next().isEmpty());
    }
  }

  private static long number(String sql) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet row = duck.createStatement().executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void manyBlocksMakeManyRowGroupsAndEveryRowComesBack() throws IOException, SQLException {
    int rows = 60_123;
    Path file = write(rows, 300, 0);
    assertSame(file, rows, 300, 0);
    String from = " from parquet_metadata('" + file + "')";
    assertTrue(number("select count(distinct row_group_id)" + from) > 1);
    assertEquals(
        rows,
        number(
            "select sum(row_group_num_rows) from (select distinct row_group_id,"
                + " row_group_num_rows"
                + from
                + ")"));
    // DuckDB skips pages and groups by their statistics: a wrong one would lose this row.
    assertEquals(
        1, number("select count(*) from '" + file + "' where arrival_ns = " + 10L * (rows - 1)));
  }

  /** Many nulls in front of a column's first value, or in all of a row group, are as one null. */
  @Test
  void columnsWithoutValuesForAWhileOrForeverAreReadByOthersToo() throws IOException, SQLException {
    int rows = 70_003;
    int firstClass = 3_333;
    int firstBlocks = 65_000;
    Path file = folder.resolve("late.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (int i = 0; i < rows; i++) {
        writer.write(late(i, firstClass, firstBlocks));
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, rows));
    }
    try (Rows<TraceRow> read = TraceFile.open(file).rowsWithContent()) {
      for (int i = 0; i < rows; i++) {
        assertEquals(late(i, firstClass, firstBlocks), read.next().orElseThrow());
      }
      assertTrue(read.next().isEmpty());
    }
    String from = " from '" + file + "'";
    assertEquals(rows - firstClass, number("select count(class)" + from));
    assertEquals(firstClass, number("select count(*)" + from + " where class is null"));
    assertEquals(rows - firstBlocks, number("select count(prefix_blocks)" + from));
    assertEquals(0, number("select count(session_id)" + from));
    assertEquals(rows, number("select count(*)" + from + " where session_id is null"));
    assertEquals(
        rows,
        number(
            "select sum(stats_null_count) from parquet_metadata('"
                + file
                + "') where path_in_schema = 'session_id'"));
  }

  private static TraceRow late(int place, int firstClass, int firstBlocks) {
    Request request = Request.of("id-" + place, place * 10L, 1 + place % 4000, 7);
    if (place >= firstClass) {
      request = request.inClass("class-" + place % 5);
    }
    if (place >= firstBlocks) {
      request = request.withBlocks(Optional.of(BlockIds.of(place, place + 1L)));
    }
    return new TraceRow(request, Observed.NOTHING, Optional.empty());
  }

  @Test
  void largeContentIsWrittenBeforeItPilesUp() throws IOException {
    int rows = 700;
    Path file = write(rows, 2, 400_000);
    assertSame(file, rows, 2, 400_000);
  }

  @Test
  void aFailureOfTheEncoderReachesTheWriter() throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    TraceRow lone = new TraceRow(Request.of("a", 0, 1, 1), Observed.NOTHING, Optional.of("\ud800"));
    // A lone surrogate has no UTF-8: whether it is refused or replaced, it is not lost in silence.
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(lone);
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, 1));
      assertEquals(1, number("select count(content) from '" + file + "'"));
    } catch (IOException | IllegalStateException refused) {
      assertThrows(InputException.class, () -> TraceFile.open(file));
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
