package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.Way;
import dev.facsimile.trace.file.InputException;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server under test, by its URL.
 *
 * @param url as the user gave it
 * @param tls whether it speaks TLS
 * @param host its name or address
 * @param port its port
 * @param authority the {@code Host} header
 * @param basePath path that stands in front of every endpoint's, without {@code /v1}
 */
public record Target(
    String url, boolean tls, String host, int port, String authority, String basePath) {
  private static final String SOCKS = "socks5://";
  private static final int SOCKS_PORT = 1080;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int ROUND_TRIPS = 5;

  /**
   * Reads a URL.
   *
   * @param option the option that it was given with, for the error
   * @throws InputException if it is no HTTP URL
   */
  public static Target of(String option, String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new InputException(option + " '" + url + "' is not a URL: " + e.getReason());
    }
    if (uri.getRawUserInfo() != null) {
      throw new InputException(
          option + " holds a user name, expected http://HOST:PORT without one");
    }
    boolean tls = "https".equals(uri.getScheme());
    if (!(tls || "http".equals(uri.getScheme())) || uri.getHost() == null) {
      throw new InputException(
          option + " '" + url + "' is not supported, expected http://HOST:PORT or https://HOST");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : tls ? HTTPS_PORT : HTTP_PORT;
    String path = uri.getRawPath().replaceFirst("/+$", "").replaceFirst("/v1$", "");
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    return new Target(url, tls, host, port, uri.getRawAuthority(), path);
  }

  /**
   * Reads the URL of a proxy.
   *
   * @throws InputException if it is neither an HTTP nor a SOCKS URL
   */
  public static Target proxy(String option, String url) {
    if (!url.startsWith(SOCKS)) {
      return of(option, url);
    }
    Target at = of(option, "http://" + url.substring(SOCKS.length()));
    int port = at.authority.matches(".*:\\d+") ? at.port : SOCKS_PORT;
    return new Target(url, false, at.host, port, at.authority, at.basePath);
  }

  private Way way() {
    return url.startsWith(SOCKS) ? Way.SOCKS_PROXY : Way.HTTP_PROXY;
  }

  /**
   * Looks its address up. It is done once, so that no look-up falls into the run.
   *
   * @throws IOException if its host has no address
   */
  InetSocketAddress resolve() throws IOException {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new IOException(url + ": the host '" + host + "' has no address (DNS)", e);
    }
  }

  /**
   * The peer that an engine connects to.
   *
   * @param proxy asked for a tunnel where there is one
   * @param context for TLS
   */
  Peer peer(Optional<Target> proxy, SslContext context) throws IOException {
    InetSocketAddress address = proxy.isPresent() ? proxy.get().resolve() : resolve();
    return new Peer(
        address,
        host,
        port,
        tls ? Optional.of(context) : Optional.empty(),
        proxy.map(Target::way).orElse(Way.DIRECT));
  }

  /**
   * The least time to open a TCP connection of several: the network's round trip. Fails before the
   * run rather than in each of its requests.
   *
   * @throws IOException if nobody answers there
   */
  static OptionalLong roundTrip(String url, InetSocketAddress address, Duration limit)
      throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUND_TRIPS; i++) {
      long before = System.nanoTime();
      try (Socket socket = new Socket()) {
        socket.connect(address, (int) Math.max(1, limit.toMillis()));
        least = Math.min(least, System.nanoTime() - before);
      } catch (IOException e) {
        throw new IOException(url + ": cannot connect: " + e.getMessage(), e);
      }
    }
    return OptionalLong.of(least);
  }
}
