package dev.facsimile.replay.warmup;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Listens on loopback and answers every request with the same stream of tokens, each at its time.
 * One event loop.
 */
public final class CannedServer implements Closeable {
  private static final int BACKLOG = 4096;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("facsimile-warm-up", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final Channel listening;

  /**
   * A server that listens.
   *
   * @param http2 whether it speaks HTTP/2 with prior knowledge, else HTTP/1.1
   * @param tokens of each answer, 2 or more
   * @param ttft from a request to its first token
   * @param gap from one token to the next
   * @throws IOException if there is no port to listen on
   */
  public CannedServer(boolean http2, int tokens, Duration ttft, Duration gap) throws IOException {
    CannedAnswer answer = new CannedAnswer(tokens, ttft, gap);
    List<byte[]> framed = CannedHttp1.framed(answer);
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            http2
                                ? new CannedHttp2(answer, channel)
                                : new CannedHttp1(answer, framed));
                  }
                })
            .bind(new InetSocketAddress("127.0.0.1", 0))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close(group);
      throw new IOException("cannot listen on loopback: " + bound.cause().getMessage());
    }
    listening = bound.channel();
  }

  /** Its base URL. */
  public String url() {
    return "http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    close(group);
  }

  private static void close(EventLoopGroup group) {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
