package dev.facsimile.replay.engine;

import dev.facsimile.replay.http.HttpFormatException;
import dev.facsimile.replay.http.HttpResponseParser;
import dev.facsimile.replay.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Asks an HTTP proxy for a tunnel ({@code CONNECT}, RFC 9110 section 9.3.6). A status other than
 * 2xx is a refusal.
 */
final class ConnectTalk implements ProxyTalk, HttpResponseParser.Listener {
  private final String authority;
  private final HttpResponseParser parser = new HttpResponseParser(this);
  private final ByteArrayOutputStream beyond = new ByteArrayOutputStream(0);
  private int status;

  /**
   * A talk to be.
   *
   * @param authority host and port of the server
   */
  ConnectTalk(String authority) {
    this.authority = authority;
  }

  @Override
  public byte[] opening() {
    return ("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Optional<byte[]> hear(byte[] bytes) throws IOException {
    try {
      int taken = parser.parse(bytes, 0, bytes.length);
      beyond.write(bytes, taken, bytes.length - taken);
    } catch (HttpFormatException e) {
      throw new IOException("the proxy does not speak HTTP/1.1: " + e.getMessage(), e);
    }
    if (status != 0 && status / 100 != 2) {
      throw new IOException("the proxy answered HTTP " + status);
    }
    return Optional.empty();
  }

  @Override
  public boolean stands() {
    return status / 100 == 2;
  }

  @Override
  public byte[] beyond() {
    return beyond.toByteArray();
  }

  @Override
  public void head(ResponseHead head) {
    status = head.status();
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    beyond.write(bytes, from, to - from);
  }

  @Override
  public void end() {
    // The head alone tells whether the tunnel stands.
  }
}
