package dev.facsimile.replay.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Idle keep-alive connections to the one target, the latest used first. For the loop alone. */
final class ConnectionPool {
  /**
   * Connections idle for longer are closed rather than used: the common server of the field closes
   * its side after 5 s, and a request written at that moment would be lost.
   */
  static final long IDLE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** Hears how an attempt to connect ended. */
  interface Opened {
    void connected(Connection connection);

    void failed(Throwable cause);
  }

  private final Bootstrap bootstrap;
  private final Supplier<Connection> connections;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();

  ConnectionPool(Bootstrap bootstrap, Supplier<Connection> connections) {
    this.bootstrap = bootstrap;
    this.connections = connections;
  }

  /** An idle connection, if there is one that can be trusted. */
  Optional<Connection> take(long nowNanos) {
    for (Connection last = idle.pollLast(); last != null; last = idle.pollLast()) {
      if (last.isUsable(nowNanos - IDLE_LIMIT_NANOS)) {
        return Optional.of(last);
      }
      last.drop();
    }
    return Optional.empty();
  }

  /** The run's zero: every connection counts as idle from now on. */
  void restart() {
    idle.forEach(connection -> connection.idleSince(0));
  }

  void giveBack(Connection connection) {
    idle.addLast(connection);
  }

  void forget(Connection connection) {
    idle.remove(connection);
  }

  /** Closes every idle connection. */
  void close() {
    List.copyOf(idle).forEach(Connection::drop);
    idle.clear();
  }

  /** Opens one more connection. */
  void open(Opened opened) {
    Connection connection = connections.get();
    ChannelFuture future = bootstrap.clone().handler(connection).connect();
    future.addListener(
        done -> {
          if (done.isSuccess()) {
            opened.connected(connection);
          } else {
            opened.failed(done.cause());
          }
        });
  }
}
