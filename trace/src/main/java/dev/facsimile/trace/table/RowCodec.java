package dev.facsimile.trace.table;

/**
 * How a row passes through cells.
 *
 * @param <T> the row
 */
public interface RowCodec<T> {
  /** The columns. */
  Table table();

  /** Puts {@code row} into cleared cells. */
  void write(T row, Cells cells);

  /**
   * Takes a row from cells.
   *
   * @throws IllegalArgumentException if the cells hold a value that the row refuses
   */
  T read(Cells cells);
}
