package dev.facsimile.ingest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.facsimile.ingest.format.JsonFields;
import dev.facsimile.ingest.format.LogFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Lines of a text log, each as the field {@code line} ({@link LogFormat.Shape#TEXT_LINES}); empty
 * lines are passed over.
 */
final class TextRows implements RowReader {
  private static final int LONGEST_LINE = 64 << 20;

  private final InputStream in;
  private final ByteLines lines;
  private final String filePrefix;

  TextRows(InputStream in, String filePrefix, Stretch stretch) {
    this.in = in;
    this.lines = new ByteLines(in, LONGEST_LINE, stretch);
    this.filePrefix = filePrefix;
  }

  @Override
  public Row next() throws IOException {
    ByteLines.Line read = lines.next();
    while (read == ByteLines.Line.READ && lines.length() == 0) {
      read = lines.next();
    }
    long line = lines.number();
    return switch (read) {
      case END -> new Row.End(line);
      case TOO_LONG -> new Row.Broken(line, "is longer than " + (LONGEST_LINE >> 20) + " MiB");
      case READ -> row(line);
    };
  }

  private Row row(long line) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(lines.bytes(), 0, lines.length()))
              .toString();
      return new Row.Read(
          line,
          new JsonFields(
              filePrefix + line,
              JsonNodeFactory.instance.objectNode().setAll(Map.of("line", new TextNode(text)))));
    } catch (CharacterCodingException e) {
      return new Row.Broken(line, "is not valid UTF-8");
    }
  }

  @Override
  public int size() {
    return lines.length();
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
