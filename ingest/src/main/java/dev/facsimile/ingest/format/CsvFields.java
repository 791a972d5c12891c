package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cells of one CSV record. */
public final class CsvFields extends Fields {
  private final Map<String, Integer> columns;
  private final List<String> cells;

  /**
   * The record's cells.
   *
   * @param columns index of each column, by the header's names
   */
  public CsvFields(String rowId, Map<String, Integer> columns, List<String> cells) {
    super(rowId);
    this.columns = columns;
    this.cells = cells;
  }

  @Override
  public Optional<JsonNode> json(String path) {
    return Optional.empty();
  }

  @Override
  public Optional<String> text(String path) {
    Integer column = columns.get(path);
    if (column == null || column >= cells.size() || cells.get(column).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(cells.get(column));
  }

  @Override
  public Optional<BigDecimal> decimal(String path) throws MalformedRow {
    Optional<String> text = text(path);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(text.get()));
    } catch (NumberFormatException e) {
      throw new MalformedRow(path + " is '" + cut(text.get()) + "', expected a number");
    }
  }
}
