package dev.facsimile.replay.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections to one peer: TCP, then the proxy's tunnel, then TLS, then, with HTTP/2, the
 * server's settings. For the loop alone.
 */
final class Connector {

  /** Hears how an attempt to connect ended. */
  interface Opened {
    void connected(Connection connection);

    /** It failed; {@code why} in few words. */
    void failed(String why);
  }

  /** Makes the handlers of connections. */
  interface Handlers {
    Http1Connection http1();

    Http2Connection http2();
  }

  /** Stands where the connection will: what goes wrong until then is told by the step. */
  private static final class Steps extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  private final Peer peer;
  private final Bootstrap bootstrap;
  private final Handlers handlers;
  private final long timeoutMillis;

  /**
   * A connector.
   *
   * @param loop the event loop that its connections live on
   * @param handlers makes the handler of one connection
   * @param timeout limit of each of the steps
   */
  Connector(Peer peer, EventLoop loop, Handlers handlers, Duration timeout) {
    this.peer = peer;
    this.handlers = handlers;
    this.timeoutMillis = Math.max(1, timeout.toMillis());
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Transport.channelType())
            .remoteAddress(peer.address())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeoutMillis);
  }

  /** Whether it is known before the first connection stands which HTTP it speaks. */
  boolean knowsVersion() {
    return peer.http() != HttpVersion.AUTO || peer.tls().isEmpty();
  }

  /** Opens one connection. */
  void open(Opened opened) {
    Optional<ProxyTunnel> tunnel = talk().map(talk -> new ProxyTunnel(talk, timeoutMillis));
    ChannelFuture connect =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    tunnel.ifPresent(channel.pipeline()::addLast);
                    peer.tls().ifPresent(ignored -> channel.pipeline().addLast(tls(channel)));
                    channel.pipeline().addLast(new Steps());
                  }
                })
            .connect();
    Channel channel = connect.channel();
    connect.addListener(
        done -> {
          if (!done.isSuccess()) {
            opened.failed("connect: " + NetworkErrors.reason(done.cause()));
          } else if (tunnel.isPresent()) {
            then("proxy", tunnel.get().stands(), channel, opened, () -> secure(channel, opened));
          } else {
            secure(channel, opened);
          }
        });
  }

  private Optional<ProxyTalk> talk() {
    return switch (peer.way()) {
      case DIRECT -> Optional.empty();
      case HTTP_PROXY -> Optional.of(new ConnectTalk(peer.host() + ":" + peer.port()));
      case SOCKS_PROXY -> Optional.of(new SocksTalk(peer.host(), peer.port()));
    };
  }

  /** What comes after TCP, or after the tunnel. */
  private void secure(Channel channel, Opened opened) {
    if (peer.tls().isEmpty()) {
      speak(channel, peer.http() == HttpVersion.HTTP_2, opened);
      return;
    }
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    then("TLS", tls.handshakeFuture(), channel, opened, () -> agreed(channel, tls, opened));
  }

  private void agreed(Channel channel, SslHandler tls, Opened opened) {
    boolean http2 = ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol());
    if (peer.http() == HttpVersion.HTTP_2 && !http2) {
      channel.close();
      opened.failed("TLS: the server does not agree to HTTP/2 (ALPN)");
      return;
    }
    speak(channel, http2, opened);
  }

  private void speak(Channel channel, boolean http2, Opened opened) {
    channel.pipeline().remove(Steps.class);
    if (!http2) {
      Http1Connection connection = handlers.http1();
      channel.pipeline().addLast((ChannelHandler) connection);
      opened.connected(connection);
      return;
    }
    Http2Connection connection = handlers.http2();
    channel.pipeline().addLast((ChannelHandler) connection);
    Future<?> tooLong =
        channel
            .eventLoop()
            .schedule(
                () -> connection.fail("no settings came in " + timeoutMillis + " ms"),
                timeoutMillis,
                TimeUnit.MILLISECONDS);
    connection.stands().addListener(done -> tooLong.cancel(false));
    then("HTTP/2", connection.stands(), channel, opened, () -> opened.connected(connection));
  }

  private static void then(
      String step, Future<?> stands, Channel channel, Opened opened, Runnable next) {
    stands.addListener(
        done -> {
          if (done.isSuccess()) {
            next.run();
          } else {
            channel.close();
            opened.failed(step + ": " + NetworkErrors.reason(done.cause()));
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
