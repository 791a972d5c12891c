package dev.facsimile.trace.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns read in stretches, against the rows that parquet-java's own writer was given. */
class TableColumnsTest {
  private static final int ROWS = 3_000;

  @TempDir private Path folder;

  private final Table table = new Table("t");
  private final int id = table.requiredLong("id");
  private final int name = table.string("name");
  private final int kind = table.category("kind");
  private final int count = table.integer("count");
  private final int flag = table.bool("flag");
  private final int weight = table.requiredDouble("weight");
  private final int list = table.longList("list");
  private final int never = table.longs("never");
  private final int late = table.category("not_in_the_file");

  /** What a row is, depends on its place alone; an absent value is null, as in the file. */
  private Object[] row(int place) {
    UniformRandomProvider random = new SeededStreams(3).stream("row", place);
    Object[] row = new Object[table.columns().size()];
    row[id] = random.nextLong();
    row[name] = random.nextInt(3) == 0 ? null : "näme-" + random.nextInt(1_000_000);
    row[kind] = random.nextInt(5) == 0 ? null : "kind-" + random.nextInt(4);
    row[count] = random.nextInt(4) == 0 ? null : (long) random.nextInt(-5, 70_000);
    row[flag] = random.nextInt(3) == 0 ? null : random.nextInt(2) == 0 ? 1L : 0L;
    row[weight] = Double.doubleToRawLongBits(random.nextDouble());
    int most = place % 1_000 == 7 ? 3_000 : 6;
    row[list] = random.nextInt(4) == 0 ? null : random.longs(random.nextInt(most)).toArray();
    return row;
  }

  private Path write(WriterVersion version, boolean dictionary, CompressionCodecName codec)
      throws IOException {
    Table inFile = new Table("t");
    inFile.requiredLong("id");
    inFile.string("name");
    inFile.category("kind");
    inFile.integer("count");
    inFile.bool("flag");
    inFile.requiredDouble("weight");
    inFile.longList("list");
    inFile.longs("never");
    inFile.integer("not_in_the_table");
    MessageType schema = ParquetSchema.of(inFile);
    Path file = folder.resolve("t.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .withType(schema)
            .withWriterVersion(version)
            .withDictionaryEncoding(dictionary)
            .withCompressionCodec(codec)
            .withPageSize(2_000)
            .withMinRowCountForPageSizeCheck(10)
            .withPageRowCountLimit(333)
            .withRowGroupSize(60_000L)
            .withPageWriteChecksumEnabled(true)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(group(schema, row(i)));
      }
    }
    return file;
  }

  private Group group(MessageType schema, Object[] row) {
    Group group = new SimpleGroup(schema);
    group
        .append("id", (long) row[id])
        .append("weight", Double.longBitsToDouble((long) row[weight]));
    if (row[name] != null) {
      group.append("name", (String) row[name]);
    }
    if (row[kind] != null) {
      group.append("kind", (String) row[kind]);
    }
    if (row[count] != null) {
      group.append("count", (int) (long) row[count]);
    }
    if (row[flag] != null) {
      group.append("flag", (long) row[flag] == 1);
    }
    if (row[list] != null) {
      Group outer = group.addGroup("list");
      for (long element : (long[]) row[list]) {
        outer.addGroup(0).append("element", element);
      }
    }
    return group;
  }

  private void assertRow(int place, Cells cells, int at) {
    Object[] expected = row(place);
    for (int column : new int[] {name, kind, list}) {
      Object found = cells.presence(column)[at] ? cells.objects(column)[at] : null;
      assertTrue(Objects.deepEquals(expected[column], found), () -> place + ", column " + column);
    }
    for (int column : new int[] {id, count, flag, weight}) {
      Object found = cells.presence(column)[at] ? cells.numbers(column)[at] : null;
      assertEquals(expected[column], found, () -> place + ", column " + column);
    }
    assertFalse(cells.presence(never)[at]);
    assertFalse(cells.presence(late)[at]);
  }

  @ParameterizedTest
  @CsvSource({"PARQUET_1_0,true", "PARQUET_1_0,false", "PARQUET_2_0,true", "PARQUET_2_0,false"})
  void everyValueOfEveryStretchComesBack(WriterVersion version, boolean dictionary)
      throws IOException {
    Path file = write(version, dictionary, CompressionCodecName.ZSTD);
    Cells cells = new Cells(table, 100);
    for (int stretchRows : new int[] {1, 500, 1_000_000}) {
      try (TableColumns columns = new TableColumns(file, table, Set.of())) {
        assertTrue(columns.groups().size() > 1, "several row groups");
        int place = 0;
        List<TableColumns.Stretch> stretches = columns.stretches(stretchRows);
        assertEquals(stretchRows < ROWS, stretches.size() > columns.groups().size());
        for (TableColumns.Stretch stretch : stretches) {
          assertEquals(place, stretch.firstRow());
          columns.open(stretch);
          for (int rows = columns.next(cells); rows > 0; rows = columns.next(cells)) {
            for (int at = 0; at < rows; at++) {
              assertRow(place++, cells, at);
            }
          }
          assertEquals(stretch.firstRow() + stretch.rows(), place);
        }
        assertEquals(ROWS, place);
      }
    }
  }

  /** Pages of a list begin elsewhere than those of a number, so that rows are passed over. */
  @Test
  void stretchesCanBeReadInAnyOrderAndOneTwice() throws IOException {
    Path file = write(WriterVersion.PARQUET_1_0, true, CompressionCodecName.ZSTD);
    Cells cells = new Cells(table, 10_000);
    try (TableColumns columns = new TableColumns(file, table, Set.of())) {
      List<TableColumns.Stretch> stretches = columns.stretches(400);
      for (int i : new int[] {stretches.size() - 1, 1, 1, 2}) {
        columns.open(stretches.get(i));
        int rows = columns.next(cells);
        assertEquals(stretches.get(i).rows(), rows);
        for (int at = 0; at < rows; at++) {
          assertRow((int) stretches.get(i).firstRow() + at, cells, at);
        }
      }
    }
  }

  @Test
  void aColumnThatIsLeftOutIsAbsentAndEqualTextsOfADictionaryAreOneObject() throws IOException {
    Path file = write(WriterVersion.PARQUET_1_0, true, CompressionCodecName.ZSTD);
    Cells cells = new Cells(table, 200);
    try (TableColumns columns = new TableColumns(file, table, Set.of("id", "list"))) {
      columns.open(columns.groups().get(0));
      int rows = columns.next(cells);
      List<Object> kinds = new ArrayList<>();
      for (int at = 0; at < rows; at++) {
        assertFalse(cells.presence(id)[at]);
        assertFalse(cells.presence(list)[at]);
        if (cells.presence(kind)[at]) {
          Object found = cells.objects(kind)[at];
          int before = kinds.indexOf(found);
          if (before >= 0) {
            assertSame(kinds.get(before), found);
          }
          kinds.add(found);
        }
      }
      assertTrue(kinds.size() > 100);
    }
  }

  @Test
  void aRequiredColumnThatIsMissingAndOneOfAnotherTypeAreRefused() throws IOException {
    Path file = write(WriterVersion.PARQUET_1_0, true, CompressionCodecName.ZSTD);
    Table missing = new Table("t");
    missing.requiredLong("nothing");
    assertEquals(
        "column nothing is missing",
        assertThrows(
                IllegalArgumentException.class, () -> new TableColumns(file, missing, Set.of()))
            .getMessage());
    Table other = new Table("t");
    other.integer("name");
    assertThrows(IllegalArgumentException.class, () -> new TableColumns(file, other, Set.of()));
    Table noList = new Table("t");
    noList.longs("list");
    assertThrows(IllegalArgumentException.class, () -> new TableColumns(file, noList, Set.of()));
  }

  @Test
  void aDamagedPageIsAnErrorAndNeverAnEndlessLoop() throws IOException {
    Path file = write(WriterVersion.PARQUET_1_0, true, CompressionCodecName.ZSTD);
    byte[] whole = Files.readAllBytes(file);
    UniformRandomProvider random = new SeededStreams(4).stream("damage");
    int failed = 0;
    for (int i = 0; i < 16; i++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(whole.length / 2);
      Arrays.fill(damaged, at, at + 20, (byte) random.nextInt());
      Files.write(file, damaged);
      Cells cells = new Cells(table, 1_000);
      try (TableColumns columns = new TableColumns(file, table, Set.of())) {
        for (TableColumns.Stretch stretch : columns.groups()) {
          columns.open(stretch);
          while (columns.next(cells) > 0) {
            // Only that it ends is asked for.
          }
        }
      } catch (IOException | RuntimeException e) {
        failed++;
      }
    }
    // Pages have checksums: what goes unnoticed is in their headers alone.
    assertTrue(failed > 12, "noticed less than expected");
  }

  @Test
  void runsOfOneNumberAndPackedNumbersAreRead() throws IOException {
    // 3 times the number 2 in a run, then 1 0 3 1 2 2 0 1 packed two bits each, low bits first.
    byte[] bytes = {3 << 1, 2, (1 << 1) | 1, 0b01_11_00_01, 0b01_00_10_10};
    int[] numbers = new int[10];
    HybridRuns.read(ByteBuffer.wrap(bytes), 2, numbers, 10);
    assertArrayEquals(new int[] {2, 2, 2, 1, 0, 3, 1, 2, 2, 0}, numbers);
    // A number of 0 bits is 0; a run of none would never end.
    HybridRuns.read(ByteBuffer.wrap(new byte[] {20 << 1}), 0, numbers, 10);
    assertArrayEquals(new int[10], numbers);
    assertThrows(
        IOException.class,
        () -> HybridRuns.read(ByteBuffer.wrap(new byte[] {0, 0}), 2, numbers, 10));
  }
}
