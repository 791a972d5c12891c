package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.impl.ColumnWriteStoreV1;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * Writes batches of cells into row groups, a column at a time: parquet-java's own record writer
 * goes through every column for every row, which costs most where most columns are absent. zstd
 * pages of version 1; dictionaries for categories alone; no statistics on strings, which hold what
 * people wrote. Holds one row group, at most 32 MiB of pages and the batch.
 */
final class ColumnChunks implements Closeable {
  /** Rows in a full batch. Pages end only where batches do: a page is checked once a batch. */
  static final int BATCH = 1024;

  private static final long ROW_GROUP_BYTES = 32L << 20;
  private static final int PAGE_ROWS = 20 * BATCH;
  private static final int COLUMN_INDEX_BYTES = 64;
  private static final long HAS_VALUES = -1;

  private final List<Table.Column> columns;
  private final MessageType schema;
  private final List<ColumnDescriptor> descriptors;
  private final ParquetProperties properties;
  private final ByteBufferAllocator allocator = new HeapByteBufferAllocator();
  private final BytesInputCompressor compressor =
      new Codecs().getCompressor(CompressionCodecName.ZSTD);
  private final ParquetFileWriter file;
  private final String[] lastString;
  private final Binary[] lastBinary;
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore store;
  private long rowsInGroup;

  /**
   * For each column, the group's rows while none of them has a value: most columns of most logs
   * have none at all, and their nulls are written in one go.
   */
  private final long[] absent;

  ColumnChunks(Path path, Table table) throws IOException {
    columns = table.columns();
    schema = ParquetSchema.of(table);
    descriptors = schema.getColumns();
    properties = properties(columns);
    absent = new long[columns.size()];
    lastString = new String[columns.size()];
    lastBinary = new Binary[columns.size()];
    file =
        new ParquetFileWriter(
            new LocalOutputFile(path),
            schema,
            ParquetFileWriter.Mode.OVERWRITE,
            ROW_GROUP_BYTES,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null,
            properties);
    file.start();
    startRowGroup();
  }

  private static ParquetProperties properties(List<Table.Column> columns) {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withDictionaryEncoding(false)
            .withMinRowCountForPageSizeCheck(BATCH)
            .withPageRowCountLimit(PAGE_ROWS)
            .estimateRowCountForPageSizeCheck(false);
    for (Table.Column column : columns) {
      if (column.kind() == Table.Kind.CATEGORY || column.kind() == Table.Kind.INT) {
        builder.withDictionaryEncoding(column.name(), true);
      }
      // Optional columns need them for their number of nulls; of required strings they tell
      // nothing.
      if (column.kind() == Table.Kind.STRING && column.required()) {
        builder.withStatisticsEnabled(column.name(), false);
      }
    }
    return builder.build();
  }

  private void startRowGroup() {
    pages =
        ColumnChunkPageWriteStore.builder()
            .withCompressorProvider(column -> compressor)
            .withSchema(schema)
            .withAllocator(allocator)
            .withColumnIndexTruncateLength(COLUMN_INDEX_BYTES)
            .withPageWriteChecksumEnabled(true)
            .build();
    store = storeWithoutSchema(pages, properties);
    rowsInGroup = 0;
    Arrays.fill(absent, 0);
  }

  /**
   * A store in which a column has a writer from its first value on. The other constructors make one
   * for each column of the schema, which cannot be without a page.
   */
  @SuppressWarnings("deprecation")
  private static ColumnWriteStore storeWithoutSchema(
      ColumnChunkPageWriteStore pages, ParquetProperties properties) {
    return new ColumnWriteStoreV1(pages, properties);
  }

  /**
   * Writes the rows before the cells' cursor.
   *
   * @param endGroup whether the row group ends behind them; it must, behind a batch that is not
   *     full
   */
  void write(Cells cells, boolean endGroup) throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      writeColumn(i, cells);
    }
    for (int i = 0; i < cells.size(); i++) {
      store.endRecord();
    }
    rowsInGroup += cells.size();
    if (endGroup || store.getBufferedSize() >= ROW_GROUP_BYTES) {
      endRowGroup();
      startRowGroup();
    }
  }

  private void writeColumn(int column, Cells cells) {
    boolean[] present = cells.presence(column);
    int rows = cells.size();
    if (absent[column] == rowsInGroup && isAbsent(present, rows)) {
      absent[column] += rows;
      return;
    }
    ColumnWriter writer = store.getColumnWriter(descriptors.get(column));
    if (absent[column] == rowsInGroup) {
      for (long row = 0; row < rowsInGroup; row++) {
        writer.writeNull(0, 0);
      }
      absent[column] = HAS_VALUES;
    }
    int level = columns.get(column).required() ? 0 : 1;
    switch (columns.get(column).kind()) {
      case STRING, CATEGORY -> writeTexts(writer, column, cells, level);
      case INT -> writeInts(writer, present, cells.numbers(column), rows, level);
      case LONG -> writeLongs(writer, present, cells.numbers(column), rows, level);
      case BOOLEAN, DOUBLE -> writeOthers(writer, column, cells, level);
      case LONG_LIST -> writeLists(writer, column, cells, level);
    }
  }

  private static boolean isAbsent(boolean[] present, int rows) {
    for (int row = 0; row < rows; row++) {
      if (present[row]) {
        return false;
      }
    }
    return true;
  }

  private void writeTexts(ColumnWriter writer, int column, Cells cells, int level) {
    boolean[] present = cells.presence(column);
    Object[] texts = cells.objects(column);
    boolean isCategory = columns.get(column).kind() == Table.Kind.CATEGORY;
    for (int row = 0; row < cells.size(); row++) {
      if (!present[row]) {
        writer.writeNull(0, 0);
      } else {
        String text = (String) texts[row];
        writer.write(isCategory ? category(column, text) : Binary.fromString(text), 0, level);
      }
    }
  }

  private static void writeInts(
      ColumnWriter writer, boolean[] present, long[] numbers, int rows, int level) {
    for (int row = 0; row < rows; row++) {
      if (present[row]) {
        writer.write((int) numbers[row], 0, level);
      } else {
        writer.writeNull(0, 0);
      }
    }
  }

  private static void writeLongs(
      ColumnWriter writer, boolean[] present, long[] numbers, int rows, int level) {
    for (int row = 0; row < rows; row++) {
      if (present[row]) {
        writer.write(numbers[row], 0, level);
      } else {
        writer.writeNull(0, 0);
      }
    }
  }

  private void writeOthers(ColumnWriter writer, int column, Cells cells, int level) {
    boolean[] present = cells.presence(column);
    long[] numbers = cells.numbers(column);
    boolean isDouble = columns.get(column).kind() == Table.Kind.DOUBLE;
    for (int row = 0; row < cells.size(); row++) {
      if (!present[row]) {
        writer.writeNull(0, 0);
      } else if (isDouble) {
        writer.write(Double.longBitsToDouble(numbers[row]), 0, level);
      } else {
        writer.write(numbers[row] != 0, 0, level);
      }
    }
  }

  private static void writeLists(ColumnWriter writer, int column, Cells cells, int level) {
    boolean[] present = cells.presence(column);
    Object[] lists = cells.objects(column);
    for (int row = 0; row < cells.size(); row++) {
      if (present[row]) {
        writeList(writer, (long[]) lists[row], level);
      } else {
        writer.writeNull(0, 0);
      }
    }
  }

  /** Neighbouring rows often share a category, so that one encoding can serve them all. */
  private Binary category(int column, String value) {
    if (!value.equals(lastString[column])) {
      lastString[column] = value;
      lastBinary[column] = Binary.fromString(value);
    }
    return lastBinary[column];
  }

  private static void writeList(ColumnWriter writer, long[] values, int level) {
    if (values.length == 0) {
      writer.writeNull(0, level);
      return;
    }
    for (int i = 0; i < values.length; i++) {
      writer.write(values[i], i == 0 ? 0 : 1, level + 1);
    }
  }

  private void endRowGroup() throws IOException {
    if (rowsInGroup > 0) {
      file.startBlock(rowsInGroup);
      for (int i = 0; i < absent.length; i++) {
        if (absent[i] == rowsInGroup) {
          NullPages.write(
              pages.getPageWriter(descriptors.get(i)), descriptors.get(i), rowsInGroup, PAGE_ROWS);
        }
      }
      store.flush();
      pages.flushToFileWriter(file);
      file.endBlock();
    }
    store.close();
    pages.close();
  }

  /** Ends the file with its footer. */
  void end(Map<String, String> metadata) throws IOException {
    endRowGroup();
    file.end(metadata);
  }

  /** Gives up what was not ended. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
