package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.facsimile.ingest.format.JsonFields;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.RepeatedKeys;
import dev.facsimile.ingest.format.StrictJson;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Set;

/**
 * Rows of JSON Lines; empty lines are passed over. A line that holds an array of objects, as
 * batching senders write, is a row for each of them.
 */
final class JsonRows implements RowReader {
  private static final int LONGEST_LINE = 64 << 20;

  static final ObjectMapper MAPPER = StrictJson.MAPPER;
  private static final ObjectReader NODES = MAPPER.readerFor(JsonNode.class);

  private final InputStream in;
  private final ByteLines lines;
  private final String filePrefix;
  private final Set<String> keysWrittenTwice;
  private final ArrayDeque<Row> batch = new ArrayDeque<>();

  /**
   * Rows of {@code in}.
   *
   * @param keysWrittenTwice as {@link LogFormat#keysWrittenTwice()}
   */
  JsonRows(InputStream in, String filePrefix, Set<String> keysWrittenTwice, Stretch stretch) {
    this.in = in;
    this.lines = new ByteLines(in, LONGEST_LINE, stretch);
    this.filePrefix = filePrefix;
    this.keysWrittenTwice = keysWrittenTwice;
  }

  @Override
  public Row next() throws IOException {
    if (!batch.isEmpty()) {
      return batch.poll();
    }
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
      byte b = lines.bytes()[i];
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /**
   * What is wrong, by its kind: Jackson's own sentence repeats what it found, which may be content.
   */
  private static String reason(JsonProcessingException e) {
    String at = " at column " + column(e);
    if (e instanceof StreamConstraintsException) {
      return "is nested too deeply, or holds too long a text or number," + at;
    }
    if (e instanceof MismatchedInputException) {
      boolean twice = e.getOriginalMessage().startsWith("Duplicate field");
      return (twice ? "has a key twice" : "holds more than one JSON value") + at;
    }
    return "is not valid JSON" + at;
  }

  private Row row() {
    long line = lines.number();
    try {
      JsonNode node = tree();
      if (node.isArray() && node.path(0).isObject()) {
        return batch(line, node);
      }
      return row(line, filePrefix + line, node);
    } catch (MalformedRow e) {
      return new Row.Broken(line, e.getMessage());
    } catch (NumberFormatException e) {
      return new Row.Broken(line, StrictJson.NUMBER_TOO_LARGE);
    } catch (JsonProcessingException e) {
      return new Row.Broken(line, reason(e));
    } catch (IOException e) {
      // An array in memory cannot fail to be read: only malformed UTF-8 comes this way.
      if (e instanceof CharConversionException) {
        return new Row.Broken(line, "is not valid UTF-8");
      }
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode tree() throws IOException, MalformedRow {
    return keysWrittenTwice.isEmpty()
        ? NODES.readTree(lines.bytes(), 0, lines.length())
        : RepeatedKeys.tree(lines.bytes(), lines.length(), keysWrittenTwice);
  }

  private Row batch(long line, JsonNode array) {
    for (int i = 0; i < array.size(); i++) {
      batch.add(row(line, filePrefix + line + "-" + i, array.get(i)));
    }
    return batch.poll();
  }

  private static Row row(long line, String rowId, JsonNode node) {
    return node.isObject()
        ? new Row.Read(line, new JsonFields(rowId, node))
        : new Row.Broken(line, "is not a JSON object");
  }

  /** Jackson's own message repeats what it found, which may be content: only the place is told. */
  private static long column(JsonProcessingException e) {
    return e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
  }

  @Override
  public int size() {
    return batch.isEmpty() ? lines.length() : 0;
  }

  @Override
  public Optional<String> raw() {
    return Optional.of(new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
