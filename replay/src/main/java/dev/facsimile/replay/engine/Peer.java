package dev.facsimile.replay.engine;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * One server that requests go to.
 *
 * @param address where to connect: the server's resolved address, or the proxy's
 * @param host the server's name, for its certificate and for the proxy
 * @param port the server's port
 * @param tls speaks TLS where it is there
 * @param way whether {@code address} is the server or a proxy
 * @param http which HTTP is spoken
 * @param mostStreams with HTTP/2, requests on one connection at a time, 1 or more; fewer where the
 *     server says so
 */
public record Peer(
    InetSocketAddress address,
    String host,
    int port,
    Optional<SslContext> tls,
    Way way,
    HttpVersion http,
    int mostStreams) {
  /** Streams on a connection unless told otherwise: what the standard asks servers to allow. */
  public static final int MOST_STREAMS = 100;

  public Peer {
    if (mostStreams < 1) {
      throw new IllegalArgumentException("streams is " + mostStreams + ", expected 1 or more");
    }
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("address " + address + " is not resolved");
    }
  }

  /** A server that is spoken to with HTTP/1.1. */
  public Peer(InetSocketAddress address, String host, int port, Optional<SslContext> tls, Way way) {
    this(address, host, port, tls, way, HttpVersion.HTTP_1_1, MOST_STREAMS);
  }

  /** The same server, spoken to with another HTTP. */
  public Peer speaking(HttpVersion other, int streams) {
    return new Peer(address, host, port, tls, way, other, streams);
  }

  /** A server that is spoken to in the clear. */
  public static Peer plain(InetSocketAddress address) {
    return new Peer(
        address, address.getHostString(), address.getPort(), Optional.empty(), Way.DIRECT);
  }
}
