package dev.facsimile.replay.engine;

import io.netty.channel.Channel;
import io.netty.channel.DefaultSelectStrategyFactory;
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

/** Event loops: native epoll where it is there, else NIO. */
final class Transport implements Closeable {
  /**
   * Sockets read in one turn of the loop, before it looks at what is due: a burst of answers must
   * not hold back a request.
   */
  private static final int READS_PER_TURN = 32;

  private final EventLoopGroup group;

  /** So many event loops, each with a thread of its own. */
  Transport(int loops) {
    group =
        new MultiThreadIoEventLoopGroup(
            loops,
            // Before the feed, the log and the compiler, where the system lets a process say so.
            new DefaultThreadFactory("facsimile-replay", true, Thread.MAX_PRIORITY),
            Epoll.isAvailable()
                ? EpollIoHandler.newFactory(READS_PER_TURN, DefaultSelectStrategyFactory.INSTANCE)
                : NioIoHandler.newFactory());
  }

  /** One of the loops; each in turn. */
  EventLoop loop() {
    return group.next();
  }

  static Class<? extends Channel> channelType() {
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
