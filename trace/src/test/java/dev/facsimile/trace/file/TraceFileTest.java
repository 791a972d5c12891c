package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Headers;
import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
  @TempDir private Path folder;

  static <T> List<T> all(Rows<T> rows) throws IOException {
    List<T> list = new ArrayList<>();
    try (rows) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        list.add(row.get());
      }
    }
    return list;
  }

  private Path write(TraceHeader.Stage stage) throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.createPrivate(file)) {
      for (TraceRow row : Rows3.TRACE) {
        writer.write(row);
      }
      writer.finish(Headers.trace(stage, writer.rows()));
    }
    return file;
  }

  @Test
  void everyFieldComesBackAndWhatIsAbsentStaysAbsent() throws IOException {
    TraceFile trace = TraceFile.open(write(TraceHeader.Stage.RAW));
    assertEquals(Rows3.TRACE, all(trace.rowsWithContent()));
    assertEquals(Headers.trace(TraceHeader.Stage.RAW, 3), trace.header());
  }

  @Test
  void whatRequestsAskOfAServerIsReadWithoutTheRest() throws IOException {
    WorkloadSource source = WorkloadSource.open(write(TraceHeader.Stage.RAW));
    List<String> expected =
        all(source.rows()).stream().map(row -> text(LoadRow.of(row.request()))).toList();
    long leftOut = source.leftOut();

    assertEquals(expected, all(source.loads()).stream().map(TraceFileTest::text).toList());
    assertEquals(leftOut, source.leftOut());
  }

  private static String text(LoadRow row) {
    return List.of(
            row.arrivalNanos(),
            row.requestClass(),
            row.tenant(),
            row.sessionId(),
            row.input(),
            row.output(),
            Arrays.toString(row.prefixBlocks()))
        .toString();
  }

  @Test
  void aTraceOfBeforeThereWereUsersHasNone() throws IOException {
    TraceFile old =
        TraceFile.open(Path.of("src/test/resources/released").resolve("v2.trace.parquet"));
    assertFalse(old.valueCounts().containsKey("user_id"));
    List<TraceRow> rows = all(old.rows());
    assertEquals(old.header().rows(), rows.size());
    assertTrue(rows.stream().allMatch(row -> row.userId().isEmpty()));
  }

  @Test
  void contentIsOnlyReadWhenAskedFor() throws IOException {
    List<TraceRow> rows = all(TraceFile.open(write(TraceHeader.Stage.RAW)).rows());
    assertTrue(rows.stream().allMatch(row -> row.content().isEmpty()));
    assertEquals(Rows3.FULL, rows.get(1).request());
  }

  @Test
  void aRawTraceIsReadableByItsOwnerAlone() throws IOException {
    Path file = write(TraceHeader.Stage.RAW);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void duckDbReadsTheSameValues() throws IOException, SQLException {
    Path file = write(TraceHeader.Stage.RAW);
    String sql =
        "select count(*), sum(arrival_ns), sum(input_tokens), list(prefix_blocks)::varchar,"
            + " list(status)::varchar, list(\"class\")::varchar, bool_or(streaming)"
            + " from read_parquet('"
            + file
            + "')";
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet row = duck.createStatement().executeQuery(sql)) {
      row.next();
      assertEquals(3, row.getLong(1));
      assertEquals(3_500_000_000L, row.getLong(2));
      assertEquals(374 + 1024 + 1024, row.getLong(3));
      assertEquals("[NULL, [9223372036854775807, -5, 0], []]", row.getString(4));
      assertEquals("[NULL, timed-out, NULL]", row.getString(5));
      assertEquals("[NULL, rag, rag]", row.getString(6));
      assertTrue(row.getBoolean(7));
    }
  }

  @Test
  void closedWithoutAFinishNothingIsLeft() throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(Rows3.TRACE.get(0));
    }
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void anOlderFileKeepsItsContentUntilTheNewOneIsWhole() throws IOException {
    Path file = write(TraceHeader.Stage.RAW);
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(Rows3.TRACE.get(0));
    }
    assertEquals(3, all(TraceFile.open(file).rows()).size());
  }

  @Test
  void aTruncatedFileIsRefusedInOneSentence() throws IOException {
    Path file = write(TraceHeader.Stage.RAW);
    Path cut = folder.resolve("cut.trace.parquet");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    InputException refused = assertThrows(InputException.class, () -> TraceFile.open(cut));
    assertTrue(refused.getMessage().startsWith(cut + ": is not a whole Parquet file"));
    assertFalse(refused.getMessage().contains("\n"));
  }

  @Test
  void aDamagedPageIsRefusedInOneSentence() throws IOException {
    Path file = write(TraceHeader.Stage.RAW);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 30; i < 60; i++) {
      bytes[i] ^= 0x55;
    }
    Files.write(file, bytes);
    TraceFile trace = TraceFile.open(file);
    InputException refused = assertThrows(InputException.class, () -> all(trace.rows()));
    assertTrue(refused.getMessage().contains("cannot be read after row"), refused.getMessage());
  }

  @Test
  void missingEmptyAndDirectoryAreRefused() throws IOException {
    Path missing = folder.resolve("none.trace.parquet");
    assertEquals(
        missing + ": no such file",
        assertThrows(InputException.class, () -> TraceFile.open(missing)).getMessage());
    Path empty = Files.createFile(folder.resolve("empty.trace.parquet"));
    assertEquals(
        empty + ": is empty",
        assertThrows(InputException.class, () -> TraceFile.open(empty)).getMessage());
    assertEquals(
        folder + ": is a directory, expected a file",
        assertThrows(InputException.class, () -> TraceFile.open(folder)).getMessage());
  }

  @Test
  void aWorkloadIsNotATrace() throws IOException {
    Path file = folder.resolve("w.parquet");
    try (WorkloadWriter writer = WorkloadWriter.create(file, Headers.workload())) {
      writer.write(Rows3.WORKLOAD.get(0));
      writer.finish();
    }
    InputException refused = assertThrows(InputException.class, () -> TraceFile.open(file));
    assertTrue(
        refused.getMessage().contains("'facsimile-workload', expected 'facsimile-trace'"),
        refused.getMessage());
  }

  @Test
  void aFileOfANewerFormatIsRefused() {
    String newer = "{\"format\":\"facsimile-trace\",\"format_version\":2}";
    InputException refused =
        assertThrows(
            InputException.class,
            () ->
                Json.header(
                    Path.of("x"),
                    newer,
                    TraceHeader.FORMAT,
                    TraceHeader.VERSION,
                    TraceHeader.class));
    assertEquals(
        "x: format version 2 is newer than this Facsimile reads (1): use the version that wrote it",
        refused.getMessage());
  }
}
