package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.facsimile.ingest.format.JsonFields;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Rows of JSON Lines; empty lines are passed over. */
final class JsonRows implements RowReader {
  private static final int LONGEST_LINE = 64 << 20;
  private static final int DEEPEST = 200;

  static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxStringLength(LONGEST_LINE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final InputStream in;
  private final ByteLines lines;
  private final String filePrefix;

  JsonRows(InputStream in, String filePrefix) {
    this.in = in;
    this.lines = new ByteLines(in, LONGEST_LINE);
    this.filePrefix = filePrefix;
  }

  @Override
  public Row next() throws IOException {
    while (true) {
      switch (lines.next()) {
        case END -> {
          return new Row.End(lines.number());
        }
        case TOO_LONG -> {
          return new Row.Broken(lines.number(), "is longer than " + (LONGEST_LINE >> 20) + " MiB");
        }
        case READ -> {
          if (!isBlank()) {
            return row();
          }
        }
      }
    }
  }

  private boolean isBlank() {
    for (int i = 0; i < lines.length(); i++) {
      if (lines.bytes()[i] > ' ' || lines.bytes()[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private Row row() {
    long line = lines.number();
    try {
      JsonNode node = MAPPER.readTree(lines.bytes(), 0, lines.length());
      return node.isObject()
          ? new Row.Read(line, new JsonFields(filePrefix + line, node))
          : new Row.Broken(line, "is not a JSON object");
    } catch (JsonProcessingException e) {
      return new Row.Broken(line, "is not valid JSON at column " + column(e));
    } catch (IOException e) {
      // An array in memory cannot fail to be read: only malformed UTF-8 comes this way.
      if (e instanceof CharConversionException) {
        return new Row.Broken(line, "is not valid UTF-8");
      }
      throw new UncheckedIOException(e);
    }
  }

  /** Jackson's own message repeats what it found, which may be content: only the place is told. */
  private static long column(JsonProcessingException e) {
    return e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
