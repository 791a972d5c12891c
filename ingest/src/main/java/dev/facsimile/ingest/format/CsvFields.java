package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The cells of one CSV record; a cell may hold JSON, whose fields are named after its column. */
public final class CsvFields extends Fields {
  /** So many never overflow. */
  private static final int MOST_DIGITS = 18;

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
    if (columns.containsKey(path)) {
      return cell(path).flatMap(StrictJson::container);
    }
    int dot = path.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    return cell(path.substring(0, dot))
        .flatMap(StrictJson::container)
        .flatMap(value -> new JsonFields(rowId(), value).json(path.substring(dot + 1)));
  }

  @Override
  public Optional<String> text(String path) throws MalformedRow {
    if (columns.containsKey(path)) {
      return cell(path);
    }
    Optional<JsonNode> value = json(path);
    return value.isPresent() ? new JsonFields(rowId(), value.get()).text("") : Optional.empty();
  }

  private Optional<String> cell(String column) {
    Integer index = columns.get(column);
    if (index == null || index >= cells.size() || cells.get(index).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(cells.get(index));
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

  @Override
  protected OptionalLong digits(String path) {
    Integer column = columns.get(path);
    if (column == null || column >= cells.size()) {
      return OptionalLong.empty();
    }
    String cell = cells.get(column);
    int length = cell.length();
    if (length == 0 || length > MOST_DIGITS) {
      return OptionalLong.empty();
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      int digit = cell.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return OptionalLong.empty();
      }
      value = value * 10 + digit;
    }
    return OptionalLong.of(value);
  }
}
