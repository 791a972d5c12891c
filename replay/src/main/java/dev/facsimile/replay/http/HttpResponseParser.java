package dev.facsimile.replay.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * HTTP/1.1 responses (RFC 9112) from bytes as they come: body by content length, chunked, or up to
 * the close of the connection. Interim (1xx) responses are skipped. Keeps at most one unfinished
 * line and one response's headers; body bytes are handed on without a copy.
 */
public final class HttpResponseParser {
  private static final int LINE_LIMIT = 1 << 16;
  private static final int HEADER_LIMIT = 256;

  /** Hears a response's parts, in order. */
  public interface Listener {
    /** The headers are complete. */
    void head(ResponseHead head);

    /** More of the body: {@code bytes} from {@code from} up to, not including, {@code to}. */
    void body(byte[] bytes, int from, int to);

    /** The body is complete. */
    void end();
  }

  private enum State {
    STATUS,
    HEADERS,
    FIXED_BODY,
    CHUNK_SIZE,
    CHUNK_BODY,
    CHUNK_END,
    TRAILERS,
    BODY_UNTIL_CLOSE
  }

  private final Listener listener;
  private final GrowingBytes partialLine = new GrowingBytes();
  private final Map<String, String> headers = new HashMap<>();
  private State state = State.STATUS;
  private int status;
  private boolean http11;
  private long remaining;
  private boolean ended;

  public HttpResponseParser(Listener listener) {
    this.listener = listener;
  }

  /**
   * Takes the bytes of one read, up to the end of a response.
   *
   * @return the index of the first byte not taken: {@code to}, or less when a response ended before
   * @throws HttpFormatException if they are not HTTP/1.1
   */
  public int parse(byte[] in, int from, int to) throws HttpFormatException {
    int at = from;
    ended = false;
    while (at < to && !ended) {
      at =
          switch (state) {
            case FIXED_BODY, CHUNK_BODY -> counted(in, at, to);
            case BODY_UNTIL_CLOSE -> rest(in, at, to);
            case STATUS, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> line(in, at, to);
          };
    }
    return at;
  }

  /**
   * The connection was closed.
   *
   * @return whether that is a proper end: between responses, or of a body that runs up to the close
   */
  public boolean closed() {
    if (state == State.BODY_UNTIL_CLOSE) {
      end();
    }
    return state == State.STATUS && partialLine.size() == 0;
  }

  private int rest(byte[] in, int from, int to) {
    listener.body(in, from, to);
    return to;
  }

  private int counted(byte[] in, int from, int to) {
    int upTo = (int) Math.min(to, from + remaining);
    listener.body(in, from, upTo);
    remaining -= upTo - from;
    if (remaining == 0) {
      if (state == State.CHUNK_BODY) {
        state = State.CHUNK_END;
      } else {
        end();
      }
    }
    return upTo;
  }

  private int line(byte[] in, int from, int to) throws HttpFormatException {
    int feed = from;
    while (feed < to && in[feed] != '\n') {
      feed++;
    }
    if (partialLine.size() + feed - from > LINE_LIMIT) {
      throw new HttpFormatException("a header line longer than " + LINE_LIMIT + " bytes");
    }
    if (feed == to) {
      partialLine.append(in, from, to);
      return to;
    }
    if (partialLine.size() > 0) {
      partialLine.append(in, from, feed);
      line(text(partialLine.array(), 0, partialLine.size()));
      partialLine.clear();
    } else {
      line(text(in, from, feed));
    }
    return feed + 1;
  }

  private static String text(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
  }

  private void line(String line) throws HttpFormatException {
    switch (state) {
      case STATUS -> status(line);
      case HEADERS -> header(line);
      case CHUNK_SIZE -> chunkSize(line);
      case CHUNK_END -> {
        if (!line.isEmpty()) {
          throw new HttpFormatException("a chunk longer than its size");
        }
        state = State.CHUNK_SIZE;
      }
      case TRAILERS -> {
        if (line.isEmpty()) {
          end();
        }
      }
      case FIXED_BODY, CHUNK_BODY, BODY_UNTIL_CLOSE -> throw new IllegalStateException("no line");
    }
  }

  private void status(String line) throws HttpFormatException {
    boolean digits = line.length() >= 12 && line.substring(9, 12).chars().allMatch(c -> isDigit(c));
    if (!line.startsWith("HTTP/1.") || !digits) {
      throw new HttpFormatException("the status line '" + shortened(line) + "'");
    }
    http11 = line.charAt(7) != '0';
    status = Integer.parseInt(line.substring(9, 12));
    headers.clear();
    state = State.HEADERS;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private void header(String line) throws HttpFormatException {
    if (line.isEmpty()) {
      headersDone();
      return;
    }
    int colon = line.indexOf(':');
    if (colon < 1 || headers.size() >= HEADER_LIMIT) {
      throw new HttpFormatException("the header '" + shortened(line) + "'");
    }
    headers.put(
        line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
  }

  private void headersDone() throws HttpFormatException {
    if (status / 100 == 1) {
      state = State.STATUS;
      return;
    }
    ResponseHead head = new ResponseHead(status, http11, headers);
    listener.head(head);
    if (status == 204 || status == 304) {
      end();
    } else if (head.chunked()) {
      state = State.CHUNK_SIZE;
    } else if (head.header("content-length").isPresent()) {
      fixedBody(head.header("content-length").get());
    } else {
      state = State.BODY_UNTIL_CLOSE;
    }
  }

  private void fixedBody(String length) throws HttpFormatException {
    remaining = number(length, 10, "the content length");
    if (remaining == 0) {
      end();
    } else {
      state = State.FIXED_BODY;
    }
  }

  private void chunkSize(String line) throws HttpFormatException {
    int extension = line.indexOf(';');
    String size = extension < 0 ? line : line.substring(0, extension);
    remaining = number(size.trim(), 16, "the chunk size");
    state = remaining == 0 ? State.TRAILERS : State.CHUNK_BODY;
  }

  private static long number(String text, int radix, String what) throws HttpFormatException {
    try {
      long value = Long.parseLong(text, radix);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one sentence for both.
    }
    throw new HttpFormatException(what + " '" + shortened(text) + "'");
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private void end() {
    state = State.STATUS;
    ended = true;
    listener.end();
  }
}
