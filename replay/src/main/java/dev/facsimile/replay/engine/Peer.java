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
 * @param throughProxy whether {@code address} is a proxy that is asked for a tunnel
 */
public record Peer(
    InetSocketAddress address,
    String host,
    int port,
    Optional<SslContext> tls,
    boolean throughProxy) {

  public Peer {
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("address " + address + " is not resolved");
    }
  }

  /** A server that is spoken to in the clear. */
  public static Peer plain(InetSocketAddress address) {
    return new Peer(address, address.getHostString(), address.getPort(), Optional.empty(), false);
  }
}
