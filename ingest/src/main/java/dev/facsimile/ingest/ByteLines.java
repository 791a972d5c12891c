package dev.facsimile.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines without decoding it, so that one line of broken UTF-8 spoils no other. A
 * byte order mark at the start and a CR before the line end are left out. Holds one line.
 */
final class ByteLines {
  /** What became of the last call of {@link #next()}. */
  enum Line {
    READ,
    TOO_LONG,
    END
  }

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] line = new byte[1 << 12];
  private int length;
  private long number;
  private boolean mayBeMarked;

  /**
   * Lines of {@code in}.
   *
   * @param longest bytes above which a line is skipped, not held
   */
  ByteLines(InputStream in, int longest) {
    this(in, longest, Stretch.WHOLE);
  }

  /** Lines of {@code in}, which are some of a log's. */
  ByteLines(InputStream in, int longest, Stretch stretch) {
    this.in = in;
    this.longest = longest;
    this.number = stretch.linesBefore();
    this.mayBeMarked = stretch.atStart();
  }

  /** Reads the next line. */
  Line next() throws IOException {
    length = 0;
    long total = 0;
    boolean any = false;
    while (true) {
      if (at == filled) {
        filled = in.read(buffer);
        at = 0;
        if (filled <= 0) {
          filled = 0;
          return any ? end(total) : Line.END;
        }
      }
      any = true;
      int stop = at;
      while (stop < filled && buffer[stop] != '\n') {
        stop++;
      }
      total += stop - at;
      append(stop);
      boolean whole = stop < filled;
      at = whole ? stop + 1 : stop;
      if (whole) {
        return end(total);
      }
    }
  }

  private void append(int stop) {
    int count = stop - at;
    if (length + (long) count > longest) {
      return;
    }
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.max(line.length * 2, length + count));
    }
    System.arraycopy(buffer, at, line, length, count);
    length += count;
  }

  private Line end(long total) {
    number++;
    boolean first = mayBeMarked;
    mayBeMarked = false;
    if (total > longest) {
      return Line.TOO_LONG;
    }
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    if (first && startsWithMark()) {
      length -= 3;
      System.arraycopy(line, 3, line, 0, length);
    }
    return Line.READ;
  }

  private boolean startsWithMark() {
    return length >= 3
        && line[0] == (byte) 0xEF
        && line[1] == (byte) 0xBB
        && line[2] == (byte) 0xBF;
  }

  /** The last line's bytes, from 0 to {@link #length()}; valid until the next call. */
  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }

  /** The last line's number, from 1. */
  long number() {
    return number;
  }
}
