package dev.facsimile.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Tells JSON Lines from one JSON document by the first lines of a file, without reading them as
 * JSON, so that one broken line does not turn a log into a broken document. Lines begin with a
 * brace and nothing before it; what is within a document is indented, or is all one line, or is an
 * element of an array that opens on a line of its own.
 */
final class JsonLayout {
  private static final int PEEK = 1 << 16;
  private static final int LINES = 20;

  private JsonLayout() {}

  /** Whether {@code in} is one document of several lines; leaves its place unchanged. */
  static boolean isDocument(InputStream in) throws IOException {
    in.mark(PEEK);
    byte[] start = in.readNBytes(PEEK);
    in.reset();
    String text = new String(start, StandardCharsets.ISO_8859_1);
    String[] lines = text.stripTrailing().split("\r?\n", LINES);
    if (lines.length == 1) {
      return false;
    }
    if (lines[0].strip().equals("[")) {
      // An array with an element on each line: commas end them, and a bracket the last.
      return !isClosed(lines[1].strip()) || (lines.length > 2 && lines[2].startsWith("]"));
    }
    long objects = 0;
    for (int i = 1; i < lines.length; i++) {
      objects += lines[i].startsWith("{\"") || lines[i].startsWith("[{\"") ? 1 : 0;
    }
    return objects == 0 && !isClosed(lines[0].strip());
  }

  private static boolean isClosed(String line) {
    return line.length() > 2 && (line.endsWith("}") || line.endsWith("}]"));
  }
}
