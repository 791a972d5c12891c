package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Fields;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.WatchedFields;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the first request of a log is mapped, field by field. A column's sources are found by trial:
 * the row is read again with one field changed a little, and the columns that change with it come
 * from it. A field whose other values the format refuses is shown without a column.
 *
 * @param guess the format, and why
 * @param line the request's line in the log
 * @param columns the trace's columns that have a value, in the order of the file
 * @param unused fields that were read and are in no column by themselves, with their values
 */
public record Explanation(
    FormatGuess guess, long line, List<Column> columns, Map<String, String> unused) {

  /**
   * One column.
   *
   * @param value its value; a long one is cut
   * @param sources the fields it comes from; empty if it depends on none by itself
   */
  public record Column(String name, String value, List<String> sources) {}

  /**
   * Explains the first request of {@code log}.
   *
   * @param format the format; recognised if absent
   * @throws InputException if no row of the log is a request by itself
   */
  public static Explanation of(LogSource log, Optional<LogFormat> format) throws IOException {
    FormatGuess guess =
        format
            .map(f -> new FormatGuess(f, "it was asked for"))
            .orElseGet(() -> FormatGuess.of(log));
    try (RowReader rows = RowReader.of(guess.format(), log.label(), log.beginning(), "row-")) {
      for (RowReader.Row row = rows.next();
          !(row instanceof RowReader.Row.End);
          row = rows.next()) {
        if (row instanceof RowReader.Row.Read whole && request(guess, whole.fields()).isPresent()) {
          return explain(guess, whole);
        }
      }
    }
    throw new InputException(log.label(), "has no row that is a request by itself");
  }

  private static Optional<TraceRow> request(FormatGuess guess, Fields fields) {
    Catcher caught = new Catcher();
    try {
      LogReader reader = guess.format().reader();
      reader.read(fields, caught);
      reader.end(caught);
    } catch (MalformedRow e) {
      return Optional.empty();
    }
    return caught.first;
  }

  private static Explanation explain(FormatGuess guess, RowReader.Row.Read row) {
    WatchedFields watched = new WatchedFields(row.fields(), Optional.empty());
    Map<String, String> columns = RowColumns.of(request(guess, watched).orElseThrow());
    Map<String, List<String>> sources = new LinkedHashMap<>();
    Map<String, String> unused = new LinkedHashMap<>();
    watched
        .read()
        .forEach(
            (field, value) -> {
              List<String> changed = changedBy(field, guess, row.fields(), columns);
              if (changed.isEmpty()) {
                unused.put(field, RowColumns.cut(value));
              }
              changed.forEach(
                  column -> sources.computeIfAbsent(column, c -> new ArrayList<>()).add(field));
            });
    List<Column> explained = new ArrayList<>();
    columns.forEach(
        (name, value) ->
            explained.add(
                new Column(name, RowColumns.cut(value), sources.getOrDefault(name, List.of()))));
    return new Explanation(guess, row.line(), explained, unused);
  }

  private static List<String> changedBy(
      String field, FormatGuess guess, Fields fields, Map<String, String> columns) {
    Optional<TraceRow> other = request(guess, new WatchedFields(fields, Optional.of(field)));
    if (other.isEmpty()) {
      return List.of();
    }
    Map<String, String> changed = RowColumns.of(other.get());
    return columns.keySet().stream()
        .filter(column -> !columns.get(column).equals(changed.get(column)))
        .toList();
  }

  /** Keeps the first request. */
  private static final class Catcher implements LogRows {
    private Optional<TraceRow> first = Optional.empty();

    @Override
    public void accepted(TraceRow row) {
      first = first.isPresent() ? first : Optional.of(row);
    }

    @Override
    public void merged(String reason) {}

    @Override
    public void skipped(String reason) {}

    @Override
    public void rejected(MalformedRow why) {}
  }
}
