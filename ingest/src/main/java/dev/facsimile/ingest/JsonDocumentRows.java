package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.facsimile.ingest.format.JsonFields;
import dev.facsimile.ingest.format.StrictJson;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * One JSON value for the whole file: the elements of a top-level array, or the one object; and what
 * follows it, should there be several. Holds one element at a time. A row's line is where its
 * element starts.
 */
final class JsonDocumentRows implements RowReader {
  /** What follows an element is the next one, not a mistake. */
  private static final ObjectReader ELEMENT =
      JsonRows.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final InputStream in;
  private final JsonParser parser;
  private final String filePrefix;
  private boolean inArray;
  private boolean begun;
  private boolean ended;
  private long line = 1;
  private long element;
  private long start;
  private Optional<JsonNode> last = Optional.empty();

  JsonDocumentRows(InputStream in, String filePrefix) throws IOException {
    this.in = in;
    // The file is digested to its end after the last row: the parser must not close it before.
    this.parser = JsonRows.MAPPER.createParser(in).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
    this.filePrefix = filePrefix;
  }

  @Override
  public Row next() throws IOException {
    if (ended) {
      return new Row.End(line);
    }
    try {
      JsonToken token = parser.nextToken();
      if (!begun) {
        begun = true;
        inArray = token == JsonToken.START_ARRAY;
        token = inArray ? parser.nextToken() : token;
      }
      if (token == JsonToken.END_ARRAY) {
        inArray = false;
        token = parser.nextToken();
      }
      if (token == null) {
        ended = true;
        return new Row.End(line);
      }
      line = parser.currentTokenLocation().getLineNr();
      start = parser.currentTokenLocation().getByteOffset();
      element++;
      last = Optional.empty();
      JsonNode node = ELEMENT.readTree(parser);
      last = Optional.of(node);
      return node.isObject()
          ? new Row.Read(line, new JsonFields(filePrefix + element, node))
          : new Row.Broken(line, "is not a JSON object");
    } catch (NumberFormatException e) {
      ended = true;
      return new Row.Broken(line, StrictJson.NUMBER_TOO_LARGE + ": not read from here on");
    } catch (CharConversionException e) {
      ended = true;
      return new Row.Broken(line, "is not valid UTF-8 from here on");
    } catch (JsonProcessingException e) {
      // The reader cannot find the next element after this one: the rest of the file is one reject.
      ended = true;
      long where = e.getLocation() == null ? line : e.getLocation().getLineNr();
      return new Row.Broken(where, "is not valid JSON from here on");
    }
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, parser.currentLocation().getByteOffset() - start);
  }

  @Override
  public Optional<String> raw() {
    return last.map(JsonNode::toString);
  }

  @Override
  public void close() throws IOException {
    parser.close();
    in.close();
  }
}
