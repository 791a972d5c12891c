package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.format.Sample;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which format a file is of.
 *
 * @param format the format
 * @param why what it was recognised by
 */
public record FormatGuess(LogFormat format, String why) {
  private static final int LONGEST_FIRST_LINE = 1 << 20;

  /**
   * Recognises a file by its first line.
   *
   * @throws InputException if no format knows it
   */
  static FormatGuess of(Path file) throws IOException {
    Sample sample = sample(file);
    for (LogFormat format : LogFormats.ALL) {
      Optional<String> why = format.recognise(sample);
      if (why.isPresent()) {
        return new FormatGuess(format, why.get());
      }
    }
    String names = LogFormats.ALL.stream().map(LogFormat::name).collect(Collectors.joining(", "));
    throw new InputException(
        file, "is of no format known (" + names + "): describe it with --mapping");
  }

  private static Sample sample(Path file) throws IOException {
    InputFiles.requireFile(file);
    try (InputStream in = InputFiles.open(file)) {
      ByteLines lines = new ByteLines(in, LONGEST_FIRST_LINE);
      if (lines.next() != ByteLines.Line.READ) {
        return new Sample(List.of(), Optional.empty());
      }
      String first = new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
      return new Sample(csvHeader(first), firstObject(first));
    } catch (IOException e) {
      throw new InputException(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<String> csvHeader(String line) throws IOException {
    try (var reader = CsvReader.builder().ofCsvRecord(line)) {
      return reader.stream().findFirst().map(r -> CsvRows.clean(r.getFields())).orElse(List.of());
    } catch (CsvParseException e) {
      return List.of();
    }
  }

  private static Optional<JsonNode> firstObject(String line) {
    try {
      return Optional.of(JsonRows.MAPPER.readTree(line)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
