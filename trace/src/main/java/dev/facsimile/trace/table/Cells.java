package dev.facsimile.trace.table;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The cells of rows on their way to or from a file, held column by column, with a cursor on one
 * row. A cell that was not set is absent.
 */
public final class Cells {
  /** What {@link #objectAt} gives where a cell is absent. */
  public static final Object ABSENT = new Object();

  private final int rows;
  private final long[][] numbers;
  private final Object[][] objects;
  private final boolean[][] present;
  private int row;

  /**
   * Cells of so many rows.
   *
   * @param table the columns
   */
  public Cells(Table table, int rows) {
    this.rows = rows;
    int columns = table.columns().size();
    numbers = new long[columns][];
    objects = new Object[columns][];
    present = new boolean[columns][rows];
    for (int i = 0; i < columns; i++) {
      switch (table.columns().get(i).kind()) {
        case STRING, CATEGORY, LONG_LIST -> objects[i] = new Object[rows];
        case INT, LONG, BOOLEAN, DOUBLE -> numbers[i] = new long[rows];
      }
    }
  }

  /** Makes every cell absent and puts the cursor on the first row. */
  public void clear() {
    for (boolean[] column : present) {
      Arrays.fill(column, false);
    }
    row = 0;
  }

  /** Puts the cursor on the next row. */
  public void next() {
    row++;
  }

  /** Rows before the cursor. */
  public int size() {
    return row;
  }

  /** Rows that there is room for. */
  public int room() {
    return rows;
  }

  /** Puts the cursor on this row. */
  public void at(int newRow) {
    row = newRow;
  }

  /** Whether there is no row left to put the cursor on. */
  public boolean isFull() {
    return row == rows;
  }

  /** Which rows have a value in this column. */
  public boolean[] presence(int column) {
    return present[column];
  }

  /**
   * The column's numbers, a row each; for columns of numbers and booleans. Those of a column of
   * doubles are their bits.
   */
  public long[] numbers(int column) {
    return numbers[column];
  }

  /** The column's strings or lists, a row each. */
  public Object[] objects(int column) {
    return objects[column];
  }

  public void setLong(int column, long value) {
    numbers[column][row] = value;
    present[column][row] = true;
  }

  public void setBoolean(int column, boolean value) {
    setLong(column, value ? 1 : 0);
  }

  public void setDouble(int column, double value) {
    setLong(column, Double.doubleToRawLongBits(value));
  }

  public void setString(int column, String value) {
    objects[column][row] = value;
    present[column][row] = true;
  }

  /** Sets a list; the array is kept, not copied, until the row is written. */
  public void setLongs(int column, long[] values) {
    objects[column][row] = values;
    present[column][row] = true;
  }

  public void set(int column, OptionalInt value) {
    if (value.isPresent()) {
      setLong(column, value.getAsInt());
    }
  }

  public void set(int column, OptionalLong value) {
    if (value.isPresent()) {
      setLong(column, value.getAsLong());
    }
  }

  public void set(int column, Optional<String> value) {
    if (value.isPresent()) {
      setString(column, value.get());
    }
  }

  public void setFlag(int column, Optional<Boolean> value) {
    if (value.isPresent()) {
      setBoolean(column, value.get());
    }
  }

  public long getLong(int column) {
    return numbers[column][row];
  }

  public int getInt(int column) {
    return (int) numbers[column][row];
  }

  public boolean getBoolean(int column) {
    return numbers[column][row] != 0;
  }

  public double getDouble(int column) {
    return Double.longBitsToDouble(numbers[column][row]);
  }

  public String getString(int column) {
    return (String) objects[column][row];
  }

  public long[] getLongs(int column) {
    return (long[]) objects[column][row];
  }

  public OptionalInt optionalInt(int column) {
    return present[column][row] ? OptionalInt.of(getInt(column)) : OptionalInt.empty();
  }

  public OptionalLong optionalLong(int column) {
    return present[column][row] ? OptionalLong.of(getLong(column)) : OptionalLong.empty();
  }

  public Optional<String> optionalString(int column) {
    return present[column][row] ? Optional.of(getString(column)) : Optional.empty();
  }

  public Optional<Boolean> optionalFlag(int column) {
    return present[column][row] ? Optional.of(getBoolean(column)) : Optional.empty();
  }

  /** The string or list in the cursor's row, or {@link #ABSENT}. */
  public Object objectAt(int column) {
    return present[column][row] ? objects[column][row] : ABSENT;
  }

  public Optional<long[]> optionalLongs(int column) {
    return present[column][row] ? Optional.of(getLongs(column)) : Optional.empty();
  }
}
