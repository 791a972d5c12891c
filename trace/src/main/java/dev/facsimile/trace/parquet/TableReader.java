package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Reads rows from a Parquet file that {@link TableWriter} wrote, in order, as {@link TableColumns}
 * does. Holds a row group's compressed pages, a page of each column and a batch of rows.
 *
 * @param <T> the row
 */
public final class TableReader<T> implements Closeable {
  private static final int MOST_BATCH_ROWS = 1024;

  /** Plain bytes of a batch in the mean, so that batches of long texts are short. */
  private static final long BATCH_BYTES = 1L << 20;

  private final RowCodec<T> codec;
  private final TableColumns columns;
  private final Iterator<TableColumns.Stretch> groups;
  private Cells cells;
  private int left;

  /**
   * Opens a file.
   *
   * @param leaveOut columns not to read
   * @throws IOException if it is not a Parquet file
   * @throws IllegalArgumentException if it lacks a required column, or has one of another type
   */
  public TableReader(Path file, RowCodec<T> codec, Set<String> leaveOut) throws IOException {
    this(file, codec, leaveOut, 0, Long.MAX_VALUE);
  }

  /**
   * As {@link #TableReader(Path, RowCodec, Set)}, to read some of the rows.
   *
   * @param from place of the first one, from 0
   * @param to the place behind the last one
   */
  public TableReader(Path file, RowCodec<T> codec, Set<String> leaveOut, long from, long to)
      throws IOException {
    this.codec = codec;
    this.columns = new TableColumns(file, codec.table(), leaveOut);
    this.groups = columns.between(from, to).iterator();
    this.cells = new Cells(codec.table(), MOST_BATCH_ROWS);
  }

  /** The next row, or empty at the end. */
  public Optional<T> read() throws IOException {
    if (left == 0) {
      left = columns.next(cells);
      while (left == 0) {
        if (!groups.hasNext()) {
          return Optional.empty();
        }
        open(groups.next());
        left = columns.next(cells);
      }
    }
    T row = codec.read(cells);
    cells.next();
    left--;
    return Optional.of(row);
  }

  private void open(TableColumns.Stretch group) throws IOException {
    columns.open(group);
    long rows = Math.max(1, Math.min(MOST_BATCH_ROWS, columns.rowsOf(group, BATCH_BYTES)));
    if (rows != cells.room()) {
      cells = new Cells(codec.table(), (int) rows);
    }
  }

  @Override
  public void close() throws IOException {
    columns.close();
  }

  /** The footer's key-value metadata. */
  public static Map<String, String> metadata(Path file) throws IOException {
    try (ParquetFileReader footer = openFooter(file)) {
      return Map.copyOf(footer.getFooter().getFileMetaData().getKeyValueMetaData());
    }
  }

  /** The columns' names and types, in Parquet's own notation. */
  public static String schema(Path file) throws IOException {
    try (ParquetFileReader footer = openFooter(file)) {
      return footer.getFileMetaData().getSchema().toString();
    }
  }

  /**
   * The number of values of each column that the file has, ours or not, from its footer alone; a
   * list counts its elements. Where the writer kept no count of nulls, they count as values.
   */
  public static SortedMap<String, Long> valueCounts(Path file) throws IOException {
    SortedMap<String, Long> counts = new TreeMap<>();
    try (ParquetFileReader footer = openFooter(file)) {
      footer
          .getFileMetaData()
          .getSchema()
          .getFields()
          .forEach(field -> counts.put(field.getName(), 0L));
      for (BlockMetaData rowGroup : footer.getRowGroups()) {
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
          long nulls = Math.max(0, chunk.getStatistics().getNumNulls());
          counts.merge(chunk.getPath().toArray()[0], chunk.getValueCount() - nulls, Long::sum);
        }
      }
    }
    return counts;
  }

  /** Plain bytes of a column, from the footer alone; 0 if the file lacks it. */
  public static long plainBytes(Path file, String column) throws IOException {
    try (ParquetFileReader footer = openFooter(file)) {
      return footer.getRowGroups().stream()
          .flatMap(rowGroup -> rowGroup.getColumns().stream())
          .filter(chunk -> chunk.getPath().toArray()[0].equals(column))
          .mapToLong(ColumnChunkMetaData::getTotalUncompressedSize)
          .sum();
    }
  }

  static ParquetFileReader openFooter(Path file) throws IOException {
    // Without these options parquet-java would ask for a Hadoop configuration, which is not there.
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .usePageChecksumVerification(true)
            .build();
    return ParquetFileReader.open(ParquetInput.of(file), options);
  }
}
