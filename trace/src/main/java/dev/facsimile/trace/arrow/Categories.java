package dev.facsimile.trace.arrow;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every value of a table's categories, numbered in order of appearance: an Arrow file states its
 * dictionaries before its first row. Holds the distinct values.
 */
public final class Categories {
  private final Cells cells;
  private final List<Integer> columns = new ArrayList<>();
  private final Map<Integer, Map<String, Integer>> numbers = new LinkedHashMap<>();

  /** The categories of a table, without a value yet. */
  public Categories(Table table) {
    cells = new Cells(table, 1);
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).kind() == Table.Kind.CATEGORY) {
        columns.add(i);
        numbers.put(i, new LinkedHashMap<>());
      }
    }
  }

  /** Takes the values of one more row. */
  public <T> void add(RowCodec<T> codec, T row) {
    cells.clear();
    codec.write(row, cells);
    for (int column : columns) {
      if (cells.presence(column)[0]) {
        Map<String, Integer> known = numbers.get(column);
        known.putIfAbsent((String) cells.objects(column)[0], known.size());
      }
    }
  }

  /** The column's values by their numbers. */
  List<String> values(int column) {
    return List.copyOf(numbers.get(column).keySet());
  }

  /** The number of a value that was added. */
  int index(int column, String value) {
    return numbers.get(column).get(value);
  }
}
