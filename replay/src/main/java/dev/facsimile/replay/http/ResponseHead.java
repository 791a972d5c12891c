package dev.facsimile.replay.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A response's status line and headers.
 *
 * @param status the HTTP status
 * @param http11 whether the server speaks HTTP/1.1 rather than 1.0
 * @param headers values by lower-case name; the last one of a repeated name
 */
public record ResponseHead(int status, boolean http11, Map<String, String> headers) {

  public ResponseHead {
    headers = Map.copyOf(headers);
  }

  /** The value of the header {@code name}, given in lower case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Whether the connection may carry another request after this response. */
  public boolean keepAlive() {
    String connection = headers.getOrDefault("connection", "");
    return http11
        ? !connection.equalsIgnoreCase("close")
        : connection.equalsIgnoreCase("keep-alive");
  }

  boolean chunked() {
    return headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .endsWith("chunked");
  }
}
