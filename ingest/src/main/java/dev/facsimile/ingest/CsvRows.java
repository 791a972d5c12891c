package dev.facsimile.ingest;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.facsimile.ingest.format.CsvFields;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Records of a CSV file with a header line; columns are found by name, never by position. */
final class CsvRows implements RowReader {
  private static final char REPLACEMENT = '\uFFFD';
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int LONGEST_RECORD = 64 << 20;

  private final CsvReader<CsvRecord> reader;
  private final Iterator<CsvRecord> records;
  private final Map<String, Integer> columns = new HashMap<>();
  private final int width;
  private final String filePrefix;
  private long line = 1;
  private boolean ended;
  private Optional<List<String>> last = Optional.empty();

  CsvRows(Path file, InputStream in, String filePrefix) throws IOException {
    this.filePrefix = filePrefix;
    this.reader =
        CsvReader.builder()
            .maxBufferSize(LONGEST_RECORD)
            .allowMissingFields(true)
            .allowExtraFields(true)
            .ofCsvRecord(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.records = reader.iterator();
    List<String> header = header(file);
    for (int i = 0; i < header.size(); i++) {
      if (columns.put(header.get(i), i) != null) {
        throw new InputException(file, 1, "has the column '" + header.get(i) + "' twice");
      }
    }
    width = header.size();
  }

  private List<String> header(Path file) {
    if (!records.hasNext()) {
      throw new InputException(file, "holds no line, expected a CSV header");
    }
    return clean(records.next().getFields());
  }

  /** Header names without a byte order mark and surrounding blanks. */
  static List<String> clean(List<String> header) {
    return header.stream()
        .map(name -> name.indexOf(BYTE_ORDER_MARK) == 0 ? name.substring(1) : name)
        .map(String::strip)
        .toList();
  }

  @Override
  public Row next() {
    if (ended) {
      return new Row.End(line);
    }
    try {
      if (!records.hasNext()) {
        ended = true;
        return new Row.End(line);
      }
      CsvRecord record = records.next();
      line = record.getStartingLineNumber();
      last = Optional.of(record.getFields());
      return row(record.getFields());
    } catch (CsvParseException e) {
      last = Optional.empty();
      // The reader cannot find the next record after this one: the rest of the file is one reject.
      ended = true;
      return new Row.Broken(line + 1, "cannot be read as CSV from here on");
    }
  }

  private Row row(List<String> cells) {
    if (cells.size() != width) {
      return new Row.Broken(line, "has " + cells.size() + " fields, expected " + width);
    }
    for (String cell : cells) {
      if (cell.indexOf(REPLACEMENT) >= 0) {
        return new Row.Broken(line, "is not valid UTF-8");
      }
    }
    return new Row.Read(line, new CsvFields(filePrefix + line, columns, cells));
  }

  @Override
  public Optional<String> raw() {
    return last.map(CsvRows::written);
  }

  private static String written(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(","));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
