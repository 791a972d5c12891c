package dev.facsimile.ingest;

import dev.facsimile.ingest.CsvCells.Ending;
import dev.facsimile.ingest.format.CsvFields;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records of a CSV file with a header line; columns are found by name, never by position. A record
 * of several lines that turns out to be none, because a quote in it was never closed or closed by a
 * neighbour, costs its first line alone: reading goes on with the second. Holds the lines of one
 * record, 64 MiB at most.
 */
final class CsvRows implements RowReader {
  private static final int LONGEST_RECORD = 64 << 20;

  /** A line of the file; one that is too long to be held has no bytes. */
  private record Line(long number, Optional<byte[]> bytes) {}

  private final InputStream in;
  private final ByteLines lines;
  private final ArrayDeque<Line> again = new ArrayDeque<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private final int width;
  private final String filePrefix;
  private Optional<String> severalLines = Optional.empty();

  CsvRows(Path file, InputStream in, String filePrefix, Stretch stretch) throws IOException {
    this.in = in;
    this.lines = new ByteLines(in, LONGEST_RECORD, stretch);
    this.filePrefix = filePrefix;
    List<String> header = header(file);
    for (int i = 0; i < header.size(); i++) {
      if (columns.put(header.get(i), i) != null) {
        throw new InputException(file, 1, "has the column '" + header.get(i) + "' twice");
      }
    }
    width = header.size();
  }

  private List<String> header(Path file) throws IOException {
    while (lines.next() == ByteLines.Line.READ) {
      if (lines.length() > 0) {
        return header(new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8))
            .orElseThrow(() -> new InputException(file, 1, "is no CSV header"));
      }
    }
    throw new InputException(file, "holds no line, expected a CSV header");
  }

  /** The names in a header line, without blanks around them; empty if it is no CSV. */
  static Optional<List<String>> header(String line) {
    CsvCells cells = new CsvCells();
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return cells.add(bytes, bytes.length) == Ending.WHOLE
        ? Optional.of(cells.cells().stream().map(String::strip).toList())
        : Optional.empty();
  }

  @Override
  public Row next() throws IOException {
    severalLines = Optional.empty();
    while (true) {
      if (!again.isEmpty()) {
        Line line = again.poll();
        if (line.bytes().isEmpty()) {
          return tooLong(line.number());
        }
        byte[] bytes = line.bytes().get();
        severalLines = Optional.of(text(bytes));
        if (bytes.length > 0) {
          return row(line.number(), bytes, bytes.length);
        }
      } else {
        switch (lines.next()) {
          case END -> {
            return new Row.End(lines.number());
          }
          case TOO_LONG -> {
            return tooLong(lines.number());
          }
          case READ -> {
            if (lines.length() > 0) {
              return row(lines.number(), lines.bytes(), lines.length());
            }
          }
        }
      }
    }
  }

  private static Row tooLong(long number) {
    return new Row.Broken(number, "is longer than " + (LONGEST_RECORD >> 20) + " MiB");
  }

  private Row row(long number, byte[] bytes, int length) throws IOException {
    CsvCells cells = new CsvCells();
    Ending ending = cells.add(bytes, length);
    if (ending == Ending.OPEN) {
      return rowOfLines(number, Arrays.copyOf(bytes, length), cells);
    }
    return row(number, cells, ending);
  }

  private Row row(long number, CsvCells cells, Ending ending) {
    return switch (ending) {
      case NOT_UTF8 -> new Row.Broken(number, "is not valid UTF-8");
      case OPEN -> new Row.Broken(number, "has a quote that is not closed");
      case MALFORMED -> new Row.Broken(number, "has text after a closing quote");
      case WHOLE ->
          cells.cells().size() == width
              ? new Row.Read(number, new CsvFields(filePrefix + number, columns, cells.cells()))
              : new Row.Broken(
                  number, "has " + cells.cells().size() + " fields, expected " + width);
    };
  }

  /** A record whose first line leaves a quote open. */
  private Row rowOfLines(long number, byte[] first, CsvCells cells) throws IOException {
    List<Line> further = new ArrayList<>();
    Ending ending = Ending.OPEN;
    long size = first.length;
    while (ending == Ending.OPEN && size <= LONGEST_RECORD) {
      Optional<Line> next = nextLine();
      next.ifPresent(further::add);
      Optional<byte[]> bytes = next.flatMap(Line::bytes);
      if (bytes.isEmpty()) {
        break;
      }
      size += bytes.get().length;
      ending = cells.add(bytes.get(), bytes.get().length);
    }
    Row row = row(number, cells, ending);
    if (row instanceof Row.Broken) {
      severalLines = Optional.of(text(first));
      for (int i = further.size() - 1; i >= 0; i--) {
        again.push(further.get(i));
      }
    } else {
      StringBuilder whole = new StringBuilder(text(first));
      further.forEach(line -> whole.append('\n').append(text(line.bytes().orElseThrow())));
      severalLines = Optional.of(whole.toString());
    }
    return row;
  }

  private Optional<Line> nextLine() throws IOException {
    if (!again.isEmpty()) {
      return Optional.of(again.poll());
    }
    return switch (lines.next()) {
      case END -> Optional.empty();
      case TOO_LONG -> Optional.of(new Line(lines.number(), Optional.empty()));
      case READ ->
          Optional.of(
              new Line(lines.number(), Optional.of(Arrays.copyOf(lines.bytes(), lines.length()))));
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public Optional<String> raw() {
    return severalLines.isPresent()
        ? severalLines
        : Optional.of(new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
