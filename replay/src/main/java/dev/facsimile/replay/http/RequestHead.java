package dev.facsimile.replay.http;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * The heads of requests that were made ready for HTTP/1.1, as HTTP/2 has them (RFC 9113, section
 * 8.3): method, path, scheme and authority as pseudo headers, names in lower case, without the
 * headers of a connection. Remembers the head that it read last, as most of a run's are alike but
 * for their length. For one thread.
 */
public final class RequestHead {
  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String LENGTH = "content-length: ";
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private final String scheme;
  private byte[] known = new byte[0];
  private int knownUpTo;
  private Http2Headers headers = new DefaultHttp2Headers(false);
  private int bodyFrom;

  /**
   * Reads heads.
   *
   * @param scheme {@code http} or {@code https}
   */
  public RequestHead(String scheme) {
    this.scheme = scheme;
  }

  /** The head of a whole request; valid until the next one is read. */
  public Http2Headers of(byte[] request) {
    if (knownUpTo > 0
        && request.length >= knownUpTo
        && Arrays.equals(request, 0, knownUpTo, known, 0, knownUpTo)) {
      int end = indexOfEnd(request, knownUpTo);
      if (lastLine(request, end) == knownUpTo - LENGTH.length()) {
        bodyFrom = end + END.length;
        headers.setInt("content-length", request.length - bodyFrom);
        return headers;
      }
    }
    read(request);
    return headers;
  }

  /** Where the body of the request read last begins. */
  public int bodyFrom() {
    return bodyFrom;
  }

  private void read(byte[] request) {
    int end = indexOfEnd(request, 0);
    bodyFrom = end + END.length;
    String[] lines = new String(request, 0, end, StandardCharsets.US_ASCII).split("\r\n");
    String[] start = lines[0].split(" ");
    headers = new DefaultHttp2Headers(false);
    headers.method(start[0]).scheme(scheme).path(start[1]);
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
      String value = lines[i].substring(colon + 1).strip();
      if (name.equals("host")) {
        headers.authority(value);
      } else if (!OF_CONNECTION.contains(name)) {
        headers.add(name, value);
      }
    }
    remember(request, end);
  }

  /** Heads that end in their length are alike up to there. */
  private void remember(byte[] request, int end) {
    int line = lastLine(request, end);
    boolean length =
        end - line > LENGTH.length()
            && new String(request, line, LENGTH.length(), StandardCharsets.US_ASCII)
                .equalsIgnoreCase(LENGTH);
    knownUpTo = length ? line + LENGTH.length() : 0;
    known = Arrays.copyOf(request, knownUpTo);
  }

  private static int lastLine(byte[] request, int end) {
    int at = end;
    while (at > 0 && request[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  private static int indexOfEnd(byte[] request, int from) {
    int at = Math.max(0, from - END.length);
    while (!Arrays.equals(request, at, at + END.length, END, 0, END.length)) {
      at++;
    }
    return at;
  }
}
