package dev.facsimile.trace.file;

import dev.facsimile.trace.Origin;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Consecutive rows of a trace, held column by column; only columns that were asked for may be
 * looked at. Rows are numbered from 0 in each batch. A batch is filled anew once it was taken.
 */
public final class TraceBatch {
  /** Rows in a full batch. */
  static final int ROWS = 1024;

  private final TraceCodec codec = new TraceCodec();
  private final Cells cells = new Cells(codec.table(), ROWS);

  /**
   * For each of {@link TraceColumn} its place among the codec's columns + 1; 0 was not asked for.
   */
  private final int[] places = new int[TraceColumn.values().length];

  private final Set<String> leftOut = new HashSet<>();
  private int size;

  /** Of these columns. */
  TraceBatch(Set<TraceColumn> columns) {
    List<Table.Column> all = codec.table().columns();
    all.forEach(column -> leftOut.add(column.name()));
    for (int i = 0; i < all.size(); i++) {
      for (TraceColumn column : columns) {
        if (column.word().equals(all.get(i).name())) {
          places[column.ordinal()] = i + 1;
          leftOut.remove(column.word());
        }
      }
    }
  }

  /** Of whole rows, without their content. */
  static TraceBatch ofRows() {
    TraceBatch batch = new TraceBatch(EnumSet.allOf(TraceColumn.class));
    batch.leftOut.clear();
    batch.leftOut.add(TraceCodec.CONTENT);
    return batch;
  }

  Set<String> columnsLeftOut() {
    return leftOut;
  }

  /** Adds the rows, which must be whole, to {@code rows}. */
  void addRows(List<TraceRow> rows) {
    for (int row = 0; row < size; row++) {
      cells.at(row);
      rows.add(codec.read(cells));
    }
  }

  Table table() {
    return codec.table();
  }

  Cells cells() {
    return cells;
  }

  /**
   * So many rows were put into the cells.
   *
   * @throws IllegalArgumentException if one of them is refused
   */
  void filled(int rows) {
    size = rows;
    requireCounts(TraceColumn.ARRIVAL);
    requireCounts(TraceColumn.INPUT);
    requireCounts(TraceColumn.OUTPUT);
    requireCounts(TraceColumn.MAX_OUTPUT);
  }

  private void requireCounts(TraceColumn column) {
    if (places[column.ordinal()] > 0) {
      int place = place(column);
      long[] numbers = cells.numbers(place);
      boolean[] present = cells.presence(place);
      for (int row = 0; row < size; row++) {
        if (present[row] && numbers[row] < 0) {
          throw new IllegalArgumentException(
              column.word() + " is " + numbers[row] + ", expected 0 or more");
        }
      }
    }
  }

  /** Rows in it. */
  public int size() {
    return size;
  }

  private int place(TraceColumn column) {
    int place = places[column.ordinal()] - 1;
    if (place < 0) {
      throw new IllegalStateException(column + " was not asked for");
    }
    return place;
  }

  /** The numbers of a column, a row each; meaningless where the row has none. Not to be changed. */
  public long[] numbers(TraceColumn column) {
    return cells.numbers(place(column));
  }

  /** Which rows have a value in a column. Not to be changed. */
  public boolean[] present(TraceColumn column) {
    return cells.presence(place(column));
  }

  /** A text of a column, or "" where the row has none. Those of neighbours are often one object. */
  public String text(TraceColumn column, int row) {
    int place = place(column);
    return cells.presence(place)[row] ? (String) cells.objects(place)[row] : "";
  }

  /** A row's number in a column, if it has one. */
  public OptionalLong number(TraceColumn column, int row) {
    int place = place(column);
    return cells.presence(place)[row]
        ? OptionalLong.of(cells.numbers(place)[row])
        : OptionalLong.empty();
  }

  /** A row's count of tokens in a column, if it has one. */
  public OptionalInt tokens(TraceColumn column, int row) {
    int place = place(column);
    return cells.presence(place)[row]
        ? OptionalInt.of((int) cells.numbers(place)[row])
        : OptionalInt.empty();
  }

  /** A row's flag in a column, if it has one. */
  public Optional<Boolean> flag(TraceColumn column, int row) {
    int place = place(column);
    return cells.presence(place)[row]
        ? Optional.of(cells.numbers(place)[row] != 0)
        : Optional.empty();
  }

  /** Whether a row has both lengths, of its prompt and of its answer. */
  public boolean lengthsKnown(int row) {
    return present(TraceColumn.INPUT)[row] && present(TraceColumn.OUTPUT)[row];
  }

  /** The ids of a row's blocks, if it has a list of them. Not to be changed. */
  public Optional<long[]> blocks(int row) {
    int place = place(TraceColumn.PREFIX_BLOCKS);
    return cells.presence(place)[row]
        ? Optional.of((long[]) cells.objects(place)[row])
        : Optional.empty();
  }

  /** Where a row came from, as far as the columns of it were asked for; neighbours share it. */
  public Origin origin(int row) {
    cells.at(row);
    return codec.request.origin(cells);
  }
}
