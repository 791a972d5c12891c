package dev.facsimile.trace.table;

import java.util.ArrayList;
import java.util.List;

/** The columns of a file, in order. A column is addressed by the index that adding it gave. */
public final class Table {
  /** What a column holds. */
  public enum Kind {
    /** A string that rarely repeats. */
    STRING,
    /** A string from a small set; dictionary-encoded. */
    CATEGORY,
    INT,
    LONG,
    BOOLEAN,
    DOUBLE,
    LONG_LIST
  }

  /** A column; a required one has a value in every row. */
  public record Column(String name, Kind kind, boolean required) {}

  private final String name;
  private final List<Column> columns = new ArrayList<>();

  public Table(String name) {
    this.name = name;
  }

  public int string(String column) {
    return add(new Column(column, Kind.STRING, false));
  }

  public int requiredString(String column) {
    return add(new Column(column, Kind.STRING, true));
  }

  public int category(String column) {
    return add(new Column(column, Kind.CATEGORY, false));
  }

  public int requiredCategory(String column) {
    return add(new Column(column, Kind.CATEGORY, true));
  }

  public int integer(String column) {
    return add(new Column(column, Kind.INT, false));
  }

  public int requiredInteger(String column) {
    return add(new Column(column, Kind.INT, true));
  }

  public int longs(String column) {
    return add(new Column(column, Kind.LONG, false));
  }

  public int requiredLong(String column) {
    return add(new Column(column, Kind.LONG, true));
  }

  public int bool(String column) {
    return add(new Column(column, Kind.BOOLEAN, false));
  }

  public int requiredDouble(String column) {
    return add(new Column(column, Kind.DOUBLE, true));
  }

  public int longList(String column) {
    return add(new Column(column, Kind.LONG_LIST, false));
  }

  public List<Column> columns() {
    return List.copyOf(columns);
  }

  private int add(Column column) {
    columns.add(column);
    return columns.size() - 1;
  }

  /** The name that the file's schema bears. */
  public String name() {
    return name;
  }
}
