package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.replay.endpoint.Endpoint;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One event loop with the connections that live on it, to every peer, and the requests that they
 * carry. What it is asked to do it does on its own loop: at once where the caller is there already.
 */
final class Lane {
  private static final int READ_BYTES = 1 << 16;

  /**
   * What a lane saw.
   *
   * @param connections connections opened, or tried to be
   * @param spoken versions of HTTP
   */
  record Seen(long connections, long bytesSent, long bytesReceived, Set<String> spoken) {}

  private final Course course;
  private final EventLoop loop;
  private final Traffic traffic = new Traffic();
  private final Set<String> spoken = new TreeSet<>();
  private final Courier courier;
  private final List<ConnectionPool> pools = new ArrayList<>();

  /**
   * A lane.
   *
   * @param most requests that can be in flight on it at a time
   * @param mostOpening connections to be opened at a time for requests that wait, to each peer
   * @param reports hears what becomes of them, on this lane's loop
   */
  Lane(
      Course course,
      EventLoop loop,
      Endpoint endpoint,
      int most,
      int mostOpening,
      Reports reports) {
    this.course = course;
    this.loop = loop;
    this.courier = new Courier(course, loop, endpoint, pools, reports);
    byte[] scratch = new byte[READ_BYTES];
    for (Peer peer : course.settings.peers()) {
      pools.add(pool(peer, most, mostOpening, scratch));
    }
  }

  private ConnectionPool pool(Peer peer, int most, int mostOpening, byte[] scratch) {
    // A pool and the connections that it opens must know each other.
    ConnectionPool[] pool = new ConnectionPool[1];
    boolean fresh = course.settings.freshConnections();
    int streams = fresh ? 1 : peer.mostStreams();
    Connector.Handlers handlers =
        new Connector.Handlers() {
          @Override
          public Http1Connection http1() {
            spoken.add("1.1");
            return new Http1Connection(course.clock, traffic, courier.listener(pool[0]), scratch);
          }

          @Override
          public Http2Connection http2() {
            spoken.add("2");
            return new Http2Connection(
                course.clock,
                traffic,
                courier.listener(pool[0]),
                scratch,
                peer.tls().isPresent() ? "https" : "http",
                streams,
                Http2Connection.WINDOW);
          }
        };
    Connector connector = new Connector(peer, loop, handlers, course.settings.limits().connect());
    int places = peer.http() == HttpVersion.HTTP_2 ? streams : 1;
    pool[0] = new ConnectionPool(connector, loop, fresh, places, most, mostOpening);
    return pool[0];
  }

  void execute(Runnable work) {
    if (loop.inEventLoop()) {
      work.run();
    } else {
      loop.execute(work);
    }
  }

  /** Starts a request; as {@link Dispatcher.Start}. */
  void start(Due due, long wokenNanos, long nowNanos) {
    execute(() -> course.guarded(() -> courier.start(due, wokenNanos, nowNanos)));
  }

  /** Opens {@code count} connections to one peer, and then calls {@code then} on this lane. */
  void openAhead(int peer, int count, Runnable then) {
    execute(() -> pools.get(peer).openAhead(count, then));
  }

  /** The run's zero. */
  void begin() {
    execute(() -> pools.forEach(ConnectionPool::restart));
  }

  /** Ends every request on it. */
  void cutAll(Ending ending) {
    execute(() -> course.guarded(() -> courier.cutAll(ending)));
  }

  /** What it saw; once nothing is in flight. */
  CompletableFuture<Seen> seen() {
    return CompletableFuture.supplyAsync(
        () ->
            new Seen(
                pools.stream().mapToLong(ConnectionPool::opened).sum(),
                traffic.sent(),
                traffic.received(),
                Set.copyOf(spoken)),
        loop);
  }

  /** Closes its idle connections; not from its own loop. */
  void close() {
    loop.submit(() -> pools.forEach(ConnectionPool::close)).awaitUninterruptibly();
  }
}
