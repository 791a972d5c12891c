package dev.facsimile.replay.run;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * The server under test. Its name is resolved once, so that no look-up falls into the run.
 *
 * @param url as the user gave it
 * @param authority the {@code Host} header
 * @param basePath path of the API, ending in {@code /v1}
 * @param address resolved
 */
record Target(String url, String authority, String basePath, InetSocketAddress address) {
  private static final int HTTP_PORT = 80;

  /**
   * Reads a URL and resolves its host.
   *
   * @throws InputException if it is no HTTP URL, or the host has no address
   */
  static Target of(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new InputException("--url '" + url + "' is not a URL: " + e.getReason());
    }
    if (uri.getRawUserInfo() != null) {
      throw new InputException("--url holds a user name, expected http://HOST:PORT without one");
    }
    if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new InputException(
          "--url '" + url + "' is not supported, expected http://HOST:PORT (no TLS yet)");
    }
    int port = uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    String path = uri.getRawPath().replaceFirst("/+$", "");
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
      return new Target(
          url, uri.getRawAuthority(), path.endsWith("/v1") ? path : path + "/v1", address);
    } catch (UnknownHostException e) {
      throw new InputException("--url '" + url + "': the host '" + host + "' has no address");
    }
  }

  /**
   * Fails before the run rather than in each of its requests.
   *
   * @throws IOException if nobody answers there
   */
  void requireReachable(Duration limit) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address, (int) Math.max(1, limit.toMillis()));
    } catch (IOException e) {
      throw new IOException(url + ": cannot connect: " + e.getMessage(), e);
    }
  }
}
