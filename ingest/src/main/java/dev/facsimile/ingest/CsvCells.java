package dev.facsimile.ingest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts one CSV record into cells (RFC 4180), line by line, for a quoted cell may hold line ends.
 * Quotes only count at the start of a cell. Holds the record's cells.
 */
final class CsvCells {
  /** What is known after a line. */
  enum Ending {
    /** The record is whole. */
    WHOLE,
    /** A quoted cell goes on in the next line. */
    OPEN,
    /** Something other than a comma or the line's end follows a closing quote. */
    MALFORMED,
    /** A cell is not valid UTF-8. */
    NOT_UTF8
  }

  private final List<String> cells = new ArrayList<>();
  private byte[] quoted = new byte[0];
  private int length;
  private boolean open;

  /** The cells so far. */
  List<String> cells() {
    return cells;
  }

  /** Takes the next line, without its end. */
  Ending add(byte[] line, int end) {
    try {
      int at = 0;
      if (open) {
        append((byte) '\n');
        at = readQuoted(line, 0, end);
      } else {
        at = readCell(line, 0, end);
      }
      while (!open && at < end) {
        if (line[at] != ',') {
          return Ending.MALFORMED;
        }
        at = readCell(line, at + 1, end);
      }
      return open ? Ending.OPEN : Ending.WHOLE;
    } catch (CharacterCodingException e) {
      return Ending.NOT_UTF8;
    }
  }

  /** Reads the cell that starts at {@code at}; gives where it ends. */
  private int readCell(byte[] line, int at, int end) throws CharacterCodingException {
    if (at < end && line[at] == '"') {
      open = true;
      length = 0;
      return readQuoted(line, at + 1, end);
    }
    int stop = at;
    boolean ascii = true;
    while (stop < end && line[stop] != ',') {
      ascii &= line[stop] >= 0;
      stop++;
    }
    cells.add(text(line, at, stop - at, ascii));
    return stop;
  }

  /** Reads on in a quoted cell; gives where its quote was closed, or the end. */
  private int readQuoted(byte[] line, int from, int end) throws CharacterCodingException {
    int at = from;
    while (at < end) {
      byte next = line[at++];
      if (next != '"') {
        append(next);
      } else if (at < end && line[at] == '"') {
        append((byte) '"');
        at++;
      } else {
        open = false;
        cells.add(text(quoted, 0, length, false));
        return at;
      }
    }
    return at;
  }

  private void append(byte next) {
    if (length == quoted.length) {
      quoted = Arrays.copyOf(quoted, Math.max(256, length * 2));
    }
    quoted[length++] = next;
  }

  private static String text(byte[] bytes, int from, int count, boolean ascii)
      throws CharacterCodingException {
    return ascii
        ? new String(bytes, from, count, StandardCharsets.ISO_8859_1)
        : StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, from, count))
            .toString();
  }
}
