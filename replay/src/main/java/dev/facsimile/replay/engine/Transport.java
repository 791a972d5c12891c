package dev.facsimile.replay.engine;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.util.concurrent.TimeUnit;

/** One event loop: native epoll where it is there, else NIO. */
final class Transport implements Closeable {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("facsimile-replay", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  EventLoop loop() {
    return group.next();
  }

  Class<? extends Channel> channelType() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** Its name, for the run's options. */
  static String name() {
    return Epoll.isAvailable() ? "epoll" : "nio";
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
