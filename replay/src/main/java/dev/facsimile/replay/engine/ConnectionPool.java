package dev.facsimile.replay.engine;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Connections to one peer: idle ones are used again, the latest used first, and what waits for one
 * takes whichever is there first, one given back or a new one. Some are opened ahead of need:
 * before the run as many as it is told to, later a few beyond those in use, so that a rising load
 * finds them. At most {@link #MOST_OPENING} are being opened at a time: a server's queue of
 * connections not yet accepted is short, and what does not fit into it waits for a second. For the
 * loop alone.
 */
final class ConnectionPool {
  /**
   * Connections idle for longer are closed rather than used: the common server of the field closes
   * its side after 5 s, and a request written at that moment would be lost.
   */
  static final long IDLE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** Connections that are being opened at a time for requests that wait, over all event loops. */
  static final int MOST_OPENING = 100;

  /** Connections that are being opened at a time ahead of need. */
  static final int MOST_OPENING_AHEAD = 16;

  /** One idle connection is kept for so many in use. */
  static final int IN_USE_PER_SPARE = 8;

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
  private final Executor loop;
  private final boolean fresh;
  private final int most;
  private final int mostOpening;
  private final Set<Connection> open = new HashSet<>();
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
  private int opening;
  private int openingAhead;
  private int wantedAhead;
  private boolean spareAsked;
  private boolean refused;
  private Runnable whenAhead = () -> {};
  private long opened;

  /**
   * A pool.
   *
   * @param loop does work after what is at hand
   * @param fresh whether each request gets a new connection
   * @param most connections that can be in use at a time
   * @param mostOpening connections to be opened at a time for requests that wait
   */
  ConnectionPool(Connector connector, Executor loop, boolean fresh, int most, int mostOpening) {
    this.connector = connector;
    this.loop = loop;
    this.fresh = fresh;
    this.most = most;
    this.mostOpening = mostOpening;
  }

  /** An idle connection, if there is one that can be trusted. */
  Optional<Connection> take(long nowNanos) {
    for (Connection last = idle.pollLast(); last != null; last = idle.pollLast()) {
      if (last.isUsable(nowNanos - IDLE_LIMIT_NANOS)) {
        askForSpare();
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

  /** Opens {@code count} to keep and then calls {@code then}; stops at the first that fails. */
  void openAhead(int count, Runnable then) {
    wantedAhead = count;
    whenAhead = then;
    keepOpeningAhead();
  }

  /** Once what is at hand is done: more are not needed at this moment. */
  private void askForSpare() {
    if (!spareAsked && !fresh && !refused && missing() > 0) {
      spareAsked = true;
      loop.execute(
          () -> {
            spareAsked = false;
            wantedAhead = Math.max(0, missing());
            keepOpeningAhead();
          });
    }
  }

  /** Idle connections that should be there beyond those that are, or will be. */
  private int missing() {
    int inUse = open.size() - idle.size();
    int spare = Math.min(inUse / IN_USE_PER_SPARE, most - inUse);
    return spare - idle.size() - openingAhead - opening;
  }

  private void keepOpeningAhead() {
    while (wantedAhead > 0 && openingAhead < MOST_OPENING_AHEAD) {
      wantedAhead--;
      openingAhead++;
      connect(
          new Connector.Opened() {
            @Override
            public void connected(Connection connection) {
              openingAhead--;
              add(connection);
              keepOpeningAhead();
            }

            @Override
            public void failed(String why) {
              // Not needed yet: the request that needs one meets the failure and records it.
              openingAhead--;
              wantedAhead = 0;
              refused = true;
              keepOpeningAhead();
            }
          });
    }
    if (wantedAhead == 0 && openingAhead == 0) {
      Runnable then = whenAhead;
      whenAhead = () -> {};
      then.run();
    }
  }

  private void open() {
    while (opening < mostOpening && opening < waiting.size()) {
      opening++;
      connect(
          new Connector.Opened() {
            @Override
            public void connected(Connection connection) {
              opening--;
              refused = false;
              add(connection);
              open();
              askForSpare();
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

  private void connect(Connector.Opened then) {
    opened++;
    connector.open(then);
  }

  private void add(Connection connection) {
    open.add(connection);
    give(connection);
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

  /** A connection is closed: idle, in use or not yet ready. */
  void closed(Connection connection) {
    if (open.remove(connection)) {
      idle.remove(connection);
    }
  }

  /** Connections that were opened, or tried to be. */
  long opened() {
    return opened;
  }

  /** Closes every idle connection. */
  void close() {
    List.copyOf(idle).forEach(Connection::drop);
  }
}
