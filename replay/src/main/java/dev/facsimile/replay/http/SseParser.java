package dev.facsimile.replay.http;

import java.nio.charset.StandardCharsets;

/**
 * Server-sent events (WHATWG HTML, section 9.2) from bytes as they come. Lines end in LF, CRLF or
 * CR; comments, unknown fields and a byte order mark are skipped; several data lines are joined by
 * LF. Works on bytes, so that a split UTF-8 character is whole again when its event is. Keeps at
 * most one unfinished event; an event that lies whole in one read is handed on without a copy.
 */
public final class SseParser {
  /** The name of an event that names none. */
  public static final String MESSAGE = "message";

  /** Hears events. */
  @FunctionalInterface
  public interface Listener {
    /** One event's data: {@code bytes} from {@code from} up to, not including, {@code to}. */
    void event(String name, byte[] bytes, int from, int to);
  }

  private final Listener listener;
  private final GrowingBytes partialLine = new GrowingBytes();
  private final GrowingBytes kept = new GrowingBytes();
  private boolean started;
  private boolean skipLineFeed;
  private String name = MESSAGE;
  private int dataLines;
  private byte[] lent = new byte[0];
  private int lentFrom;
  private int lentTo;

  public SseParser(Listener listener) {
    this.listener = listener;
  }

  /** Takes the bytes of one read. */
  public void parse(byte[] in, int from, int to) {
    int at = from;
    while (at < to) {
      if (skipLineFeed) {
        skipLineFeed = false;
        if (in[at] == '\n') {
          at++;
          continue;
        }
      }
      int end = lineEnd(in, at, to);
      if (end == to) {
        partialLine.append(in, at, to);
        break;
      }
      wholeLine(in, at, end);
      skipLineFeed = in[end] == '\r';
      at = end + 1;
    }
    keepLent();
  }

  /** The stream ended properly: a last event without its blank line counts. */
  public void end() {
    if (partialLine.size() > 0) {
      wholeLine(lent, 0, 0);
    }
    dispatch();
  }

  private static int lineEnd(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] != '\n' && in[at] != '\r') {
      at++;
    }
    return at;
  }

  private void wholeLine(byte[] in, int from, int to) {
    if (partialLine.size() == 0) {
      line(in, from, to);
      return;
    }
    partialLine.append(in, from, to);
    line(partialLine.array(), 0, partialLine.size());
    keepLent();
    partialLine.clear();
  }

  private void line(byte[] in, int from, int to) {
    int start = from;
    if (!started) {
      started = true;
      boolean mark =
          to - from >= 3
              && in[from] == (byte) 0xef
              && in[from + 1] == (byte) 0xbb
              && in[from + 2] == (byte) 0xbf;
      start = mark ? from + 3 : from;
    }
    if (start == to) {
      dispatch();
      return;
    }
    int colon = start;
    while (colon < to && in[colon] != ':') {
      colon++;
    }
    int value = Math.min(to, colon + 1);
    if (value < to && in[value] == ' ') {
      value++;
    }
    if (is(in, start, colon, "data")) {
      data(in, value, to);
    } else if (is(in, start, colon, "event")) {
      name = new String(in, value, to - value, StandardCharsets.UTF_8);
    }
  }

  private static boolean is(byte[] in, int from, int to, String field) {
    if (to - from != field.length()) {
      return false;
    }
    for (int i = 0; i < field.length(); i++) {
      if (in[from + i] != field.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void data(byte[] in, int from, int to) {
    dataLines++;
    if (dataLines == 1) {
      lent = in;
      lentFrom = from;
      lentTo = to;
      return;
    }
    keepLent();
    kept.append('\n');
    kept.append(in, from, to);
  }

  /** Copies the lent first data line before its array changes hands. */
  private void keepLent() {
    kept.append(lent, lentFrom, lentTo);
    lentFrom = 0;
    lentTo = 0;
  }

  private void dispatch() {
    if (dataLines > 0) {
      if (kept.size() > 0) {
        keepLent();
        listener.event(name, kept.array(), 0, kept.size());
      } else {
        listener.event(name, lent, lentFrom, lentTo);
      }
    }
    name = MESSAGE;
    dataLines = 0;
    kept.clear();
    lentFrom = 0;
    lentTo = 0;
  }
}
