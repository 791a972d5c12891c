package dev.facsimile.spark;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import scala.collection.Seq;

/**
 * Passes our rows to and from those of Spark. Not safe for threads: each task has its own.
 *
 * @param <T> our row
 */
final class TableRows<T> {
  private final RowCodec<T> codec;
  private final List<Table.Column> columns;
  private final Cells cells;

  TableRows(RowCodec<T> codec) {
    this.codec = codec;
    this.columns = codec.table().columns();
    this.cells = new Cells(codec.table(), 1);
  }

  /** The columns, each of which may be absent. */
  static List<StructField> fields(Table table) {
    return table.columns().stream()
        .map(column -> DataTypes.createStructField(column.name(), type(column.kind()), true))
        .toList();
  }

  private static DataType type(Table.Kind kind) {
    return switch (kind) {
      case STRING, CATEGORY -> DataTypes.StringType;
      case INT -> DataTypes.IntegerType;
      case LONG -> DataTypes.LongType;
      case BOOLEAN -> DataTypes.BooleanType;
      case DOUBLE -> DataTypes.DoubleType;
      case LONG_LIST -> DataTypes.createArrayType(DataTypes.LongType, false);
    };
  }

  /** The values of a row, in the order of the columns. */
  List<Object> values(T row) {
    cells.clear();
    codec.write(row, cells);
    List<Object> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      values.add(cells.presence(i)[0] ? value(i) : null);
    }
    return values;
  }

  private Object value(int column) {
    return switch (columns.get(column).kind()) {
      case STRING, CATEGORY -> cells.getString(column);
      case INT -> cells.getInt(column);
      case LONG -> cells.getLong(column);
      case BOOLEAN -> cells.getBoolean(column);
      case DOUBLE -> cells.getDouble(column);
      case LONG_LIST -> cells.getLongs(column);
    };
  }

  /** Our row in the fields of Spark's from {@code first} on. */
  T row(Row row, int first) {
    cells.clear();
    for (int i = 0; i < columns.size(); i++) {
      if (!row.isNullAt(first + i)) {
        set(i, row, first + i);
      }
    }
    return codec.read(cells);
  }

  private void set(int column, Row row, int field) {
    switch (columns.get(column).kind()) {
      case STRING, CATEGORY -> cells.setString(column, row.getString(field));
      case INT -> cells.setLong(column, row.getInt(field));
      case LONG -> cells.setLong(column, row.getLong(field));
      case BOOLEAN -> cells.setBoolean(column, row.getBoolean(field));
      case DOUBLE -> cells.setDouble(column, row.getDouble(field));
      case LONG_LIST -> cells.setLongs(column, longs(row.getSeq(field)));
    }
  }

  private static long[] longs(Seq<Long> values) {
    long[] longs = new long[values.size()];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = values.apply(i);
    }
    return longs;
  }
}
