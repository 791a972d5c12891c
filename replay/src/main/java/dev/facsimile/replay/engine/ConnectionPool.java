package dev.facsimile.replay.engine;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connections to one peer: idle ones are used again, the latest used first, and what waits for one
 * takes whichever is there first, one given back or a new one. At most {@link #MOST_OPENING} are
 * being opened at a time: a server's queue of connections not yet accepted is short, and what does
 * not fit into it waits for a second. For the loop alone.
 */
final class ConnectionPool {
  /**
   * Connections idle for longer are closed rather than used: the common server of the field closes
   * its side after 5 s, and a request written at that moment would be lost.
   */
  static final long IDLE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** Connections that are being opened at a time. */
  static final int MOST_OPENING = 100;

  /** Waits for a connection. */
  interface Waiter {
    /** Whether it no longer wants one. */
    boolean hasLeft();

    /** Takes one. */
    void connected(Connection connection);

    /** None could be opened. */
    void failed(String why);
  }

  private final Connector connector;
  private final boolean fresh;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
  private int opening;
  private long opened;

  /**
   * A pool.
   *
   * @param fresh whether each request gets a new connection
   */
  ConnectionPool(Connector connector, boolean fresh) {
    this.connector = connector;
    this.fresh = fresh;
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

  /** Has {@code waiter} called when there is a connection for it. */
  void await(Waiter waiter) {
    waiting.add(waiter);
    open();
  }

  /** Opens one to keep; calls {@code then} with whether it could. */
  void openAhead(Consumer<Boolean> then) {
    opened++;
    connector.open(
        new Connector.Opened() {
          @Override
          public void connected(Connection connection) {
            idle.addLast(connection);
            then.accept(true);
          }

          @Override
          public void failed(String why) {
            then.accept(false);
          }
        });
  }

  private void open() {
    while (opening < MOST_OPENING && opening < waiting.size()) {
      opening++;
      opened++;
      connector.open(
          new Connector.Opened() {
            @Override
            public void connected(Connection connection) {
              opening--;
              give(connection);
              open();
            }

            @Override
            public void failed(String why) {
              opening--;
              next().ifPresent(waiter -> waiter.failed(why));
              open();
            }
          });
    }
  }

  private Optional<Waiter> next() {
    Waiter next = waiting.poll();
    while (next != null && next.hasLeft()) {
      next = waiting.poll();
    }
    return Optional.ofNullable(next);
  }

  private void give(Connection connection) {
    Optional<Waiter> waiter = next();
    if (waiter.isPresent()) {
      waiter.get().connected(connection);
    } else if (fresh) {
      connection.drop();
    } else {
      idle.addLast(connection);
    }
  }

  /** The run's zero: every connection counts as idle from now on. */
  void restart() {
    idle.forEach(connection -> connection.idleSince(0));
  }

  /** Takes a connection back that can carry another request. */
  void giveBack(Connection connection) {
    if (fresh) {
      connection.drop();
    } else {
      give(connection);
    }
  }

  void forget(Connection connection) {
    idle.remove(connection);
  }

  /** Connections that were opened, or tried to be. */
  long opened() {
    return opened;
  }

  /** Closes every idle connection. */
  void close() {
    List.copyOf(idle).forEach(Connection::drop);
    idle.clear();
  }
}
