package dev.facsimile.replay.engine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * Connections to one peer: those with room are used again, the latest used first (with HTTP/2 in
 * turn, so that each carries about as much), and what waits for a place takes whichever is there
 * first, one given back or one on a new connection. Some are opened ahead of need: before the run
 * as many as it is told to, later a few beyond those in use, so that a rising load finds them. At
 * most {@link #MOST_OPENING} are being opened at a time: a server's queue of connections not yet
 * accepted is short, and what does not fit into it waits for a second. For the loop alone.
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

  /** One idle place is kept for so many in use. */
  static final int IN_USE_PER_SPARE = 8;

  /** Waits for a connection. */
  interface Waiter {
    /** Whether it no longer wants one. */
    boolean hasLeft();

    /** Takes one. */
    void connected(Carrier carrier);

    /** None could be opened. */
    void failed(String why);
  }

  private final Connector connector;
  private final Executor loop;
  private final boolean fresh;
  private final int most;
  private final int mostOpening;
  private final Set<Connection> open = new HashSet<>();

  /** Those with room; those that were used last are at the end. */
  private final ArrayDeque<Connection> free = new ArrayDeque<>();

  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

  /** Places on a connection that is being opened, as far as it is known. */
  private int places;

  /** Whether a connection has told how many places there are. */
  private boolean placesKnown;

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
   * @param places what a connection is expected to have
   * @param most requests that can be under way at a time
   * @param mostOpening connections to be opened at a time for requests that wait
   */
  ConnectionPool(
      Connector connector, Executor loop, boolean fresh, int places, int most, int mostOpening) {
    this.connector = connector;
    this.loop = loop;
    this.fresh = fresh;
    this.most = most;
    this.mostOpening = mostOpening;
    this.places = places;
    this.placesKnown = connector.knowsVersion();
  }

  /** A place on an open connection, if there is one that can be trusted. */
  Optional<Carrier> take(long nowNanos) {
    for (Connection last = free.pollLast(); last != null; last = free.pollLast()) {
      if (last.isUsable(nowNanos - IDLE_LIMIT_NANOS) && last.room() > 0) {
        Carrier carrier = last.take();
        if (last.room() > 0) {
          free.addFirst(last);
        }
        askForSpare();
        return Optional.of(carrier);
      }
      if (last.isIdle()) {
        last.drop();
      }
    }
    return Optional.empty();
  }

  /** Has {@code waiter} called when there is a place for it. */
  void await(Waiter waiter) {
    waiting.add(waiter);
    open();
  }

  /**
   * Opens connections with {@code count} places to keep, then calls {@code then}; stops at the
   * first that fails.
   */
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

  /** Free places that should be there beyond those that are, or will be. */
  private int missing() {
    int room = sum(free, Connection::room);
    int inUse = sum(open, Connection::places) - room;
    int spare = Math.min(inUse / IN_USE_PER_SPARE, most - inUse);
    return spare - room - (openingAhead + opening) * places;
  }

  /** Over some connections; with a place each, as with HTTP/1.1, it is how many there are. */
  private int sum(Collection<Connection> connections, ToIntFunction<Connection> of) {
    if (places == 1) {
      return connections.size();
    }
    int sum = 0;
    for (Connection connection : connections) {
      sum += of.applyAsInt(connection);
    }
    return sum;
  }

  private void keepOpeningAhead() {
    int atOnce = placesKnown ? MOST_OPENING_AHEAD : 1;
    while (wantedAhead > 0 && openingAhead < atOnce) {
      int expected = places;
      wantedAhead -= expected;
      openingAhead++;
      connect(
          new Connector.Opened() {
            @Override
            public void connected(Connection connection) {
              openingAhead--;
              wantedAhead -= connection.places() - expected;
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
    if (wantedAhead <= 0 && openingAhead == 0) {
      Runnable then = whenAhead;
      whenAhead = () -> {};
      then.run();
    }
  }

  private void open() {
    int atOnce = placesKnown ? mostOpening : 1;
    while (opening < atOnce && (long) opening * places < waiting.size()) {
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
              fail(why);
              open();
            }
          });
    }
  }

  /** As many fail as the connection would have had places for. */
  private void fail(String why) {
    for (int i = 0; i < places; i++) {
      next().ifPresent(waiter -> waiter.failed(why));
    }
  }

  private void connect(Connector.Opened then) {
    opened++;
    connector.open(then);
  }

  private void add(Connection connection) {
    placesKnown = true;
    places = Math.max(1, connection.places());
    if (connection.places() == 0) {
      connection.drop();
      fail("HTTP/2: the server allows no streams");
      return;
    }
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
    while (connection.room() > 0) {
      Optional<Waiter> waiter = next();
      if (waiter.isEmpty()) {
        break;
      }
      waiter.get().connected(connection.take());
    }
    if (fresh && connection.isIdle()) {
      connection.drop();
    } else if (!fresh && connection.room() > 0 && !isFree(connection)) {
      free.addLast(connection);
    }
  }

  /** With one place it is not: it was in use. */
  private boolean isFree(Connection connection) {
    return connection.places() > 1 && free.contains(connection);
  }

  /** The run's zero: every connection counts as idle from now on. */
  void restart() {
    free.forEach(connection -> connection.idleSince(0));
  }

  /** Takes a connection back that can carry another request. */
  void giveBack(Connection connection) {
    if (fresh) {
      connection.drop();
    } else {
      give(connection);
    }
  }

  /** A connection takes no more requests. */
  void closed(Connection connection) {
    if (open.remove(connection)) {
      free.remove(connection);
    }
  }

  /** Connections that were opened, or tried to be. */
  long opened() {
    return opened;
  }

  /** Closes every connection. */
  void close() {
    List.copyOf(open).forEach(Connection::drop);
  }
}
