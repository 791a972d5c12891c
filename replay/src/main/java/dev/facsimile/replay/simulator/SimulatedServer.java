package dev.facsimile.replay.simulator;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server that speaks OpenAI's completions API and makes no text: it answers the planned number of
 * tokens at the times that its {@link ServerModel} gives. A simulation, never a stand-in for a
 * measured server. One event loop; start it once.
 */
public final class SimulatedServer implements Closeable {
  static final AttributeKey<Stream> STREAM = AttributeKey.valueOf("facsimile.simulator.stream");

  private static final int BODY_LIMIT = 64 << 20;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("facsimile-simulator", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final SimulatedEngine engine;
  private final ChannelGroup connections = new DefaultChannelGroup(group.next());
  private Optional<Channel> listening = Optional.empty();

  /** A server of this model, not yet listening. */
  public SimulatedServer(ServerModel model) {
    this.engine = new SimulatedEngine(group.next(), model, System::nanoTime);
  }

  /**
   * Listens on the loopback address.
   *
   * @param port 0 for any free one
   * @throws IOException if the port is taken
   */
  public void start(int port) throws IOException {
    start(new InetSocketAddress("127.0.0.1", port));
  }

  /** As {@link #start(int)}, on any address. */
  public void start(InetSocketAddress address) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(BODY_LIMIT),
                            new Front());
                  }
                });
    var bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    listening = Optional.of(bound.channel());
  }

  /** The port it listens on. */
  public int port() {
    return ((InetSocketAddress) listening.orElseThrow().localAddress()).getPort();
  }

  /** Its base URL. */
  public String url() {
    InetSocketAddress at = (InetSocketAddress) listening.orElseThrow().localAddress();
    return "http://" + at.getAddress().getHostAddress() + ":" + at.getPort();
  }

  @Override
  public void close() {
    listening.ifPresent(channel -> channel.close().awaitUninterruptibly());
    connections.close().awaitUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  /** The HTTP front of one connection. */
  private final class Front extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      String path = request.uri().replaceFirst("\\?.*", "");
      Channel channel = context.channel();
      switch (path) {
        case "/health" -> Reply.ok(channel, Replies.health());
        case "/v1/models" -> Reply.ok(channel, Replies.models());
        case "/v1/chat/completions", "/v1/completions" -> complete(channel, path, request);
        default ->
            Reply.error(
                channel, HttpResponseStatus.NOT_FOUND, "not_found", "no such route: " + path);
      }
    }

    private void complete(Channel channel, String path, FullHttpRequest request) {
      if (!request.method().equals(HttpMethod.POST)) {
        Reply.error(
            channel,
            HttpResponseStatus.METHOD_NOT_ALLOWED,
            "invalid_request_error",
            "method " + request.method() + " is not allowed, expected POST");
        return;
      }
      Ask ask;
      try {
        ask = Ask.read(path.contains("chat"), request.content().toString(StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        Reply.error(
            channel, HttpResponseStatus.BAD_REQUEST, "invalid_request_error", e.getMessage());
        return;
      }
      Optional<Stream> stream = engine.accept(channel, ask);
      if (stream.isEmpty()) {
        Reply.error(
            channel, HttpResponseStatus.TOO_MANY_REQUESTS, "overloaded", "the queue is full");
        return;
      }
      channel.attr(STREAM).set(stream.get());
      if (ask.stream()) {
        Reply.streamHead(channel);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      Stream stream = context.channel().attr(STREAM).getAndSet(null);
      if (stream != null) {
        engine.abandon(stream);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
