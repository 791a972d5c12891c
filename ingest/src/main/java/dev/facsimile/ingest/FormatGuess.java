package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.format.NotALog;
import dev.facsimile.ingest.format.Sample;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
  static final String UNKNOWN = "is of no format known";

  private static final int LONGEST_FIRST_LINE = 1 << 20;
  private static final int FIRST_LINES = 20;

  /** A key that is there twice is no reason not to recognise a format. */
  private static final ObjectReader ANY_JSON =
      JsonRows.MAPPER
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  /**
   * Recognises a file by its first line.
   *
   * @throws InputException if no format knows it
   */
  static FormatGuess of(LogSource log) {
    Sample sample = sample(log);
    Optional<String> other = NotALog.sentence(sample);
    if (other.isPresent()) {
      throw new InputException(log.label(), other.get());
    }
    for (LogFormat format : LogFormats.ALL) {
      Optional<String> why = format.recognise(sample);
      if (why.isPresent()) {
        return new FormatGuess(format, why.get());
      }
    }
    String names = LogFormats.ALL.stream().map(LogFormat::name).collect(Collectors.joining(", "));
    throw new InputException(log.label(), UNKNOWN + " (" + names + "): describe it with --mapping");
  }

  private static Sample sample(LogSource log) {
    try {
      List<String> lines = firstLines(log);
      String first = lines.isEmpty() ? "" : lines.get(0);
      Optional<JsonNode> object = firstObject(first);
      // A first line too long to be sampled can only be of JSON.
      boolean maybeDocument =
          lines.isEmpty()
              || (object.isEmpty() && !first.isEmpty() && "[{".indexOf(first.charAt(0)) >= 0);
      // A document of one line is a JSON line as well: then its object is both.
      boolean single = object.isPresent() && lines.size() == 1;
      Optional<JsonNode> element =
          single ? object : maybeDocument ? firstElement(log) : Optional.empty();
      return new Sample(
          CsvRows.header(first).orElse(List.of()),
          lines.isEmpty() ? element : object,
          element,
          lines);
    } catch (IOException e) {
      throw new InputException(log.label(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<String> firstLines(LogSource log) throws IOException {
    List<String> first = new ArrayList<>();
    try (InputStream in = log.beginning()) {
      ByteLines lines = new ByteLines(in, LONGEST_FIRST_LINE);
      while (first.size() < FIRST_LINES && lines.next() == ByteLines.Line.READ) {
        first.add(new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8));
      }
    }
    return first;
  }

  private static Optional<JsonNode> firstElement(LogSource log) throws IOException {
    try (InputStream in = log.beginning();
        JsonDocumentRows rows = new JsonDocumentRows(in, "")) {
      return rows.next() instanceof RowReader.Row.Read row
          ? row.fields().json("")
          : Optional.empty();
    }
  }

  private static Optional<JsonNode> firstObject(String line) {
    try {
      JsonNode node = ANY_JSON.readTree(line);
      return Optional.of(node.isArray() ? node.path(0) : node).filter(JsonNode::isObject);
    } catch (JsonProcessingException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
