package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.columnindex.RowRanges;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads stretches of a Parquet file's rows into cells, a column at a time: parquet-java's own
 * record reader goes through every column for every row, which costs most where most columns are
 * absent. Columns are matched by name: one that the file lacks is absent in every row, one that the
 * table lacks is not read, nor is one that has no value in the row group. Holds a stretch's
 * compressed pages of the columns that are read, and a plain page of each.
 */
public final class TableColumns implements Closeable {
  /** Plain bytes, in the mean, that a stretch has at most. */
  private static final long STRETCH_BYTES = 4L << 20;

  private final ParquetFileReader file;
  private final Table table;
  private final List<Type> wanted = new ArrayList<>();
  private final List<ColumnDecoder> decoders = new ArrayList<>();
  private long left;

  /**
   * Consecutive rows of one row group.
   *
   * @param group the row group
   * @param from its first row that is in the stretch, from 0
   * @param to the row behind the last one
   * @param firstRow the first row's place in the file, from 0
   */
  public record Stretch(int group, long from, long to, long firstRow) {

    /** Rows in it. */
    public long rows() {
      return to - from;
    }
  }

  /**
   * Opens a file.
   *
   * @param leaveOut columns not to read
   * @throws IOException if it is not a Parquet file
   * @throws IllegalArgumentException if it lacks a required column, or has one of another type
   */
  public TableColumns(Path path, Table table, Set<String> leaveOut) throws IOException {
    this.file = TableReader.openFooter(path);
    this.table = table;
    try {
      MessageType schema = file.getFileMetaData().getSchema();
      for (Type type : ParquetSchema.of(table).getFields()) {
        if (schema.containsField(type.getName())) {
          if (!leaveOut.contains(type.getName())) {
            wanted.add(requireSame(schema.getType(type.getName()), type));
          }
        } else if (type.isRepetition(Type.Repetition.REQUIRED)) {
          throw new IllegalArgumentException("column " + type.getName() + " is missing");
        }
      }
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static Type requireSame(Type found, Type expected) {
    boolean sameKind = found.isPrimitive() == expected.isPrimitive();
    if (sameKind && found.isPrimitive()) {
      sameKind =
          found.asPrimitiveType().getPrimitiveTypeName()
              == expected.asPrimitiveType().getPrimitiveTypeName();
    }
    if (!sameKind || found.isRepetition(Type.Repetition.REPEATED)) {
      throw new IllegalArgumentException(
          "column " + found.getName() + " is '" + found + "', expected '" + expected + "'");
    }
    return found;
  }

  /** The row groups, in order. */
  public List<Stretch> groups() {
    return stretches(IntStream.range(0, file.getRowGroups().size()).mapToObj(this::whole).toList());
  }

  /**
   * Stretches of at least {@code rows} rows, if they are not large, that together are all rows in
   * order. They begin where pages do.
   */
  public List<Stretch> stretches(long rows) throws IOException {
    List<long[]> parts = new ArrayList<>();
    for (int group = 0; group < file.getRowGroups().size(); group++) {
      BlockMetaData block = file.getRowGroups().get(group);
      long fit = STRETCH_BYTES / Math.max(1, bytes(block) / Math.max(1, block.getRowCount()));
      long least = Math.max(1, Math.min(rows, fit));
      long from = 0;
      for (long start : pageStarts(block)) {
        if (start - from >= least) {
          parts.add(new long[] {group, from, start});
          from = start;
        }
      }
      parts.add(new long[] {group, from, block.getRowCount()});
    }
    return stretches(parts);
  }

  /**
   * Stretches that together are the rows from one place to another, in order.
   *
   * @param from place of the first row, from 0
   * @param to the place behind the last one
   */
  public List<Stretch> between(long from, long to) {
    List<Stretch> between = new ArrayList<>();
    for (Stretch group : groups()) {
      long first = Math.max(from, group.firstRow());
      long end = Math.min(to, group.firstRow() + group.rows());
      if (first < end) {
        between.add(
            new Stretch(group.group(), first - group.firstRow(), end - group.firstRow(), first));
      }
    }
    return between;
  }

  private long[] whole(int group) {
    return new long[] {group, 0, file.getRowGroups().get(group).getRowCount()};
  }

  private static List<Stretch> stretches(List<long[]> parts) {
    List<Stretch> stretches = new ArrayList<>();
    long before = 0;
    for (long[] part : parts) {
      stretches.add(new Stretch((int) part[0], part[1], part[2], before));
      before += part[2] - part[1];
    }
    return stretches;
  }

  /** Plain bytes of the columns that are read. */
  private long bytes(BlockMetaData block) {
    return block.getColumns().stream()
        .filter(chunk -> isWanted(chunk.getPath().toArray()[0]))
        .mapToLong(ColumnChunkMetaData::getTotalUncompressedSize)
        .sum();
  }

  private boolean isWanted(String column) {
    return wanted.stream().anyMatch(type -> type.getName().equals(column));
  }

  /** Where the pages of the first column that is read begin; nothing without an index of each. */
  private long[] pageStarts(BlockMetaData block) throws IOException {
    List<ColumnChunkMetaData> chunks =
        block.getColumns().stream()
            .filter(chunk -> isWanted(chunk.getPath().toArray()[0]))
            .toList();
    if (chunks.isEmpty() || !isIndexed(block)) {
      return new long[0];
    }
    OffsetIndex index = file.readOffsetIndex(chunks.get(0));
    return IntStream.range(0, index.getPageCount()).mapToLong(index::getFirstRowIndex).toArray();
  }

  /** Whether it is known where the pages of all columns that are read begin. */
  private boolean isIndexed(BlockMetaData block) {
    return block.getColumns().stream()
        .filter(chunk -> isWanted(chunk.getPath().toArray()[0]))
        .allMatch(chunk -> chunk.getOffsetIndexReference() != null);
  }

  /**
   * Goes to a stretch's first row.
   *
   * @throws IOException if its pages cannot be read
   */
  public void open(Stretch stretch) throws IOException {
    decoders.clear();
    left = stretch.rows();
    BlockMetaData block = file.getRowGroups().get(stretch.group());
    List<Type> withValues =
        wanted.stream().filter(type -> !isEmpty(block, type.getName())).toList();
    if (withValues.isEmpty() || left == 0) {
      return;
    }
    MessageType schema = new MessageType(table.name(), withValues);
    file.setRequestedSchema(schema);
    PageReadStore pages =
        left == block.getRowCount() || !isIndexed(block)
            ? file.readRowGroup(stretch.group())
            : file.readFilteredRowGroup(
                stretch.group(),
                RowRanges.builder().addSelectedRange(stretch.from(), stretch.to() - 1).build());
    for (ColumnDescriptor column : schema.getColumns()) {
      decoders.add(decoder(pages, column, schema.getType(column.getPath()[0])));
    }
    for (ColumnDecoder decoder : decoders) {
      decoder.start(stretch.from());
    }
  }

  /** Whether no row has a value. A list's statistics do not tell an empty one from none. */
  private static boolean isEmpty(BlockMetaData block, String column) {
    return block.getColumns().stream()
        .filter(chunk -> chunk.getPath().toArray()[0].equals(column))
        .allMatch(
            chunk ->
                chunk.getPath().size() == 1
                    && chunk.getStatistics().isNumNullsSet()
                    && chunk.getStatistics().getNumNulls() == chunk.getValueCount());
  }

  private ColumnDecoder decoder(PageReadStore pages, ColumnDescriptor column, Type type)
      throws IOException {
    List<Table.Column> columns = table.columns();
    int place = 0;
    while (!columns.get(place).name().equals(type.getName())) {
      place++;
    }
    return new ColumnDecoder(
        pages.getPageReader(column),
        column,
        columns.get(place).kind(),
        place,
        type.isRepetition(Type.Repetition.OPTIONAL));
  }

  /**
   * Reads the stretch's next rows into {@code cells}, as many as there is room for.
   *
   * @return how many; 0 at the stretch's end
   */
  public int next(Cells cells) throws IOException {
    int rows = (int) Math.min(left, cells.room());
    cells.clear();
    for (ColumnDecoder decoder : decoders) {
      decoder.read(cells, rows);
    }
    left -= rows;
    return rows;
  }

  /** So many rows of the stretch's row group have {@code bytes} plain bytes in the mean. */
  public long rowsOf(Stretch stretch, long bytes) {
    BlockMetaData block = file.getRowGroups().get(stretch.group());
    return bytes / Math.max(1, bytes(block) / Math.max(1, block.getRowCount()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
