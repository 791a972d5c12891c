package dev.facsimile.replay.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SocketWriterTest {
  private static final int CHUNK = 500;
  private static final int CHUNKS = 20_000;

  private final CompletableFuture<Channel> accepted = new CompletableFuture<>();
  private EventLoopGroup group;

  private int listen(boolean epoll) throws Exception {
    Assumptions.assumeTrue(!epoll || Epoll.isAvailable(), "no epoll here");
    group =
        new MultiThreadIoEventLoopGroup(
            1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    Channel server =
        new ServerBootstrap()
            .group(group)
            .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
                    accepted.complete(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .sync()
            .channel();
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** 10 MB to a client that reads only afterwards: more than any socket takes at once. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientThatReadsLateGetsEveryByteInOrder(boolean epoll) throws Exception {
    int port = listen(epoll);
    byte[] sent = new byte[CHUNK * CHUNKS];
    new Random(1).nextBytes(sent);
    try (Socket client = new Socket()) {
      client.setReceiveBufferSize(65_536);
      client.connect(new InetSocketAddress("127.0.0.1", port));
      Channel channel = accepted.get();
      channel
          .eventLoop()
          .submit(
              () -> {
                SocketWriter writer = new SocketWriter();
                for (int i = 0; i < CHUNKS; i++) {
                  byte[] chunk = new byte[CHUNK];
                  System.arraycopy(sent, i * CHUNK, chunk, 0, CHUNK);
                  writer.send(channel, chunk);
                }
                assertFalse(channel.unsafe().outboundBuffer().isEmpty(), "all was taken at once");
              })
          .get();
      InputStream in = client.getInputStream();
      assertArrayEquals(sent, in.readNBytes(sent.length));
    }
  }

  @Test
  void aBrokenConnectionIsClosed() throws Exception {
    int port = listen(true);
    Channel channel;
    try (Socket client = new Socket("127.0.0.1", port)) {
      channel = accepted.get();
      // Without reading on, the loop learns of the reset from its own write.
      channel.config().setAutoRead(false);
      client.setSoLinger(true, 0);
    }
    channel
        .eventLoop()
        .submit(
            () -> {
              SocketWriter writer = new SocketWriter();
              for (int i = 0; i < 100 && channel.isOpen(); i++) {
                writer.send(channel, new byte[CHUNK]);
              }
            })
        .get();
    assertTrue(channel.closeFuture().await(10, TimeUnit.SECONDS));
  }
}
