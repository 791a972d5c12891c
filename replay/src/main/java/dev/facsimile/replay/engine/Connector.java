package dev.facsimile.replay.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens connections to one peer: TCP, then the proxy's tunnel, then TLS. For the loop alone. */
final class Connector {

  /** Hears how an attempt to connect ended. */
  interface Opened {
    void connected(Connection connection);

    /** It failed; {@code why} in few words. */
    void failed(String why);
  }

  private final Peer peer;
  private final Bootstrap bootstrap;
  private final Supplier<Connection> connections;
  private final long timeoutMillis;

  /**
   * A connector.
   *
   * @param loop the event loop that its connections live on
   * @param connections makes the handler of one connection
   * @param timeout limit of each of the three steps
   */
  Connector(Peer peer, EventLoop loop, Supplier<Connection> connections, Duration timeout) {
    this.peer = peer;
    this.connections = connections;
    this.timeoutMillis = Math.max(1, timeout.toMillis());
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Transport.channelType())
            .remoteAddress(peer.address())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeoutMillis);
  }

  /** Opens one connection. */
  void open(Opened opened) {
    Connection connection = connections.get();
    List<Step> steps = new ArrayList<>();
    Optional<ProxyTunnel> tunnel =
        peer.throughProxy()
            ? Optional.of(new ProxyTunnel(peer.host() + ":" + peer.port(), timeoutMillis))
            : Optional.empty();
    ChannelFuture connect =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    tunnel.ifPresent(
                        t -> {
                          channel.pipeline().addLast(t);
                          steps.add(new Step("proxy", t.stands()));
                        });
                    peer.tls()
                        .ifPresent(
                            ignored -> {
                              SslHandler tls = tls(channel);
                              channel.pipeline().addLast(tls);
                              steps.add(new Step("TLS", tls.handshakeFuture()));
                            });
                    channel.pipeline().addLast(connection);
                  }
                })
            .connect();
    connect.addListener(
        done -> {
          if (done.isSuccess()) {
            next(connection, steps, 0, opened);
          } else {
            opened.failed("connect: " + Connection.reason(done.cause()));
          }
        });
  }

  /** What must stand after TCP does. */
  private record Step(String name, Future<?> stands) {}

  private static void next(Connection connection, List<Step> steps, int at, Opened opened) {
    if (at == steps.size()) {
      opened.connected(connection);
      return;
    }
    Step step = steps.get(at);
    step.stands()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                next(connection, steps, at + 1, opened);
              } else {
                connection.drop();
                opened.failed(step.name() + ": " + Connection.reason(done.cause()));
              }
            });
  }

  private SslHandler tls(Channel channel) {
    // Netty's context checks the certificate's name against the host, unless it was told not to.
    SslHandler handler =
        peer.tls().orElseThrow().newHandler(channel.alloc(), peer.host(), peer.port());
    handler.setHandshakeTimeoutMillis(timeoutMillis);
    return handler;
  }
}
