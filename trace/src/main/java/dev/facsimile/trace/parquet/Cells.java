package dev.facsimile.trace.parquet;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The cells of one row on its way to or from a file; reused from row to row. A cell that was not
 * set is absent.
 */
public final class Cells {
  private final long[] numbers;
  private final Object[] objects;
  private final boolean[] present;

  Cells(int columns) {
    numbers = new long[columns];
    objects = new Object[columns];
    present = new boolean[columns];
  }

  void clear() {
    Arrays.fill(present, false);
  }

  boolean has(int column) {
    return present[column];
  }

  public void setLong(int column, long value) {
    numbers[column] = value;
    present[column] = true;
  }

  public void setBoolean(int column, boolean value) {
    setLong(column, value ? 1 : 0);
  }

  public void setString(int column, String value) {
    objects[column] = value;
    present[column] = true;
  }

  /** Sets a list; the array is kept, not copied, until the row is written. */
  public void setLongs(int column, long[] values) {
    objects[column] = values;
    present[column] = true;
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
    return numbers[column];
  }

  public int getInt(int column) {
    return (int) numbers[column];
  }

  public boolean getBoolean(int column) {
    return numbers[column] != 0;
  }

  public String getString(int column) {
    return (String) objects[column];
  }

  public long[] getLongs(int column) {
    return (long[]) objects[column];
  }

  public OptionalInt optionalInt(int column) {
    return present[column] ? OptionalInt.of(getInt(column)) : OptionalInt.empty();
  }

  public OptionalLong optionalLong(int column) {
    return present[column] ? OptionalLong.of(numbers[column]) : OptionalLong.empty();
  }

  public Optional<String> optionalString(int column) {
    return present[column] ? Optional.of(getString(column)) : Optional.empty();
  }

  public Optional<Boolean> optionalFlag(int column) {
    return present[column] ? Optional.of(getBoolean(column)) : Optional.empty();
  }

  public Optional<long[]> optionalLongs(int column) {
    return present[column] ? Optional.of(getLongs(column)) : Optional.empty();
  }
}
