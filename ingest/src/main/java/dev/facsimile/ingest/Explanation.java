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
import java.util.stream.Collectors;

/**
 * How the first request of a log is mapped, field by field. A column's sources are found by trial:
 * the row is read again with one field changed a little, and the columns that change with it come
 * from it. A field whose other values the format refuses is shown without a column.
 *
 * @param guess the format, and why
 * @param line the request's line in the log
 * @param columns the trace's columns that have a value, in the order of the file
 * @param unused fields that were read and are in no column by themselves, with their values
 * @param lacking fields that the mapping names and no row so far has, with their columns
 */
public record Explanation(
    FormatGuess guess,
    long line,
    List<Column> columns,
    Map<String, String> unused,
    List<String> lacking) {

  /** How many rows are looked at for one that is a request. */
  private static final int ROWS = 1000;

  private static final int REASONS = 3;

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
    Map<String, String> lacking = new LinkedHashMap<>(guess.format().namedFields());
    Map<String, Long> reasons = new LinkedHashMap<>();
    long seen = 0;
    try (RowReader rows =
        RowReader.of(guess.format(), log.label(), log.beginning(), "row-", Stretch.WHOLE)) {
      RowReader.Row row = rows.next();
      for (; seen < ROWS && !(row instanceof RowReader.Row.End); row = rows.next()) {
        seen++;
        Catcher caught = new Catcher();
        if (row instanceof RowReader.Row.Broken broken) {
          caught.rejected(new MalformedRow(broken.reason()));
        } else if (row instanceof RowReader.Row.Read whole) {
          lacking.keySet().removeIf(field -> has(whole.fields(), field));
          read(guess, whole.fields(), caught);
          if (caught.first.isPresent()) {
            return explain(guess, whole, words(lacking));
          }
        }
        reasons.merge(caught.reason, 1L, Long::sum);
      }
    }
    throw new InputException(log.label(), noRequest(guess, seen, reasons, words(lacking)));
  }

  private static boolean has(Fields fields, String field) {
    try {
      return fields.json(field).isPresent() || fields.text(field).isPresent();
    } catch (MalformedRow e) {
      return true;
    }
  }

  private static List<String> words(Map<String, String> lacking) {
    return lacking.entrySet().stream().map(e -> e.getKey() + " (" + e.getValue() + ")").toList();
  }

  private static String noRequest(
      FormatGuess guess, long seen, Map<String, Long> reasons, List<String> lacking) {
    String ended =
        reasons.entrySet().stream()
            .limit(REASONS)
            .map(reason -> "; " + Counted.rows(reason.getValue()) + ": " + reason.getKey())
            .collect(Collectors.joining());
    return "has no row that is a request by itself among the first "
        + seen
        + "; it was read as "
        + guess.format().name()
        + " because "
        + guess.why()
        + ended
        + (reasons.size() > REASONS ? "; and other reasons" : "")
        + (lacking.isEmpty()
            ? ""
            : "; no row has these fields that the mapping names: " + String.join(", ", lacking));
  }

  private static Optional<TraceRow> request(FormatGuess guess, Fields fields) {
    Catcher caught = new Catcher();
    read(guess, fields, caught);
    return caught.first;
  }

  private static void read(FormatGuess guess, Fields fields, Catcher caught) {
    try {
      LogReader reader = guess.format().reader();
      reader.read(fields, caught);
      reader.end(caught);
    } catch (MalformedRow e) {
      caught.rejected(e);
    }
  }

  private static Explanation explain(
      FormatGuess guess, RowReader.Row.Read row, List<String> lacking) {
    WatchedFields watched = new WatchedFields(row.fields(), Optional.empty());
    Map<String, String> columns = RowColumns.of(request(guess, watched).orElseThrow());
    Map<String, List<String>> sources = new LinkedHashMap<>();
    Map<String, String> unused = new LinkedHashMap<>();
    watched
        .read()
        .forEach(
            (field, value) -> {
              List<String> changed = changedBy(field, guess, row.fields(), columns);
              // The whole row is no field that somebody could name.
              if (changed.isEmpty() && !field.isEmpty()) {
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
    return new Explanation(guess, row.line(), explained, unused, lacking);
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

  /** Keeps the first request, and why the row is none. */
  private static final class Catcher implements LogRows {
    private Optional<TraceRow> first = Optional.empty();
    private String reason = "part of another row's request";

    @Override
    public void accepted(TraceRow row) {
      first = first.isPresent() ? first : Optional.of(row);
    }

    @Override
    public void merged(String why) {
      reason = "merged: " + why;
    }

    @Override
    public void skipped(String why) {
      reason = "skipped: " + why;
    }

    @Override
    public void rejected(MalformedRow why) {
      reason = "refused: " + why.getMessage();
    }
  }
}
