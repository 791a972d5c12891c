package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.trace.outcome.Outcome;
import io.netty.channel.EventLoop;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends requests when they are due and hands on exactly one outcome for each. One event loop does
 * everything: it re-arms itself for the next due request, writes, reads and stamps, all from one
 * zero of one monotonic clock. {@link Dispatcher} turns to what is due, {@link Courier} carries it,
 * {@link Closing} ends the run. Holds the requests in flight, and what {@link RequestFeed}, {@link
 * SecondSeries} and {@link LoopDelay} hold.
 */
public final class Engine implements Closeable {
  private final RequestFeed feed;
  private final Transport transport = new Transport();
  private final EventLoop loop = transport.loop();
  private final RunClock clock;
  private final SecondSeries series = new SecondSeries(new ProcessFigures());
  private final LoopDelay loopDelay;
  private final LoopUse loopUse;
  private final List<ConnectionPool> pools = new ArrayList<>();
  private final Course course;
  private final Dispatcher dispatcher;
  private final Closing closing;
  private final BackgroundRequests late;
  private final CompletableFuture<Void> zero = new CompletableFuture<>();
  private volatile LiveFigures live = LiveFigures.BEFORE;

  /**
   * An engine for one run.
   *
   * @param results takes each outcome, on the event loop: it must be quick
   * @param nanoTime the monotonic clock, nanoseconds
   */
  public Engine(
      EngineSettings settings,
      Endpoint endpoint,
      RequestFeed feed,
      Results results,
      LongSupplier nanoTime) {
    this.feed = feed;
    this.clock = new RunClock(nanoTime);
    this.loopDelay = new LoopDelay(loop, clock);
    this.loopUse = new LoopUse(clock);
    this.late = new BackgroundRequests(loop, clock, this::abort, this::pump);
    this.course =
        new Course(settings, loop, clock, series, Agenda.of(settings.load(), feed, late), results);
    Courier courier = new Courier(course, endpoint, pools, this::ended);
    this.closing = new Closing(course, courier, this::finish);
    this.dispatcher = new Dispatcher(course, courier::start, closing::endIfDone);
    byte[] scratch = new byte[1 << 16];
    for (Peer peer : settings.peers()) {
      pools.add(pool(peer, courier, scratch));
    }
    course.result.whenComplete((result, error) -> over(error));
  }

  private ConnectionPool pool(Peer peer, Courier courier, byte[] scratch) {
    // A pool and the connections that it opens must know each other.
    ConnectionPool[] pool = new ConnectionPool[1];
    Connector connector =
        new Connector(
            peer,
            transport,
            () -> new Connection(clock, course.traffic, courier.listener(pool[0]), scratch),
            course.settings.limits().connect());
    pool[0] =
        new ConnectionPool(
            connector, loop, course.settings.freshConnections(), course.settings.mostInFlight());
    return pool[0];
  }

  /** Which kind of event loop this machine gives. */
  public static String transport() {
    return Transport.name();
  }

  /**
   * Fills the look-ahead, opens the connections asked for, sets the zero and runs.
   *
   * @return done when the last outcome is handed on; failed when the workload could not be read or
   *     the results could not be taken
   */
  public CompletableFuture<EngineResult> start() {
    feed.onMore(this::pumpSoon);
    feed.start();
    feed.ready().thenRunAsync(() -> openAhead(0), loop);
    return course.result;
  }

  private void abort(Throwable error) {
    course.abort(error);
  }

  private void pump() {
    dispatcher.pump();
  }

  private void pumpSoon() {
    try {
      loop.execute(dispatcher::pump);
    } catch (RejectedExecutionException e) {
      // The engine was closed while the feed was reading its last rows: nobody waits for them.
    }
  }

  /** Done at the run's zero. */
  public CompletableFuture<Void> zero() {
    return zero;
  }

  /** Time from the run's zero, nanoseconds; from any thread, once the zero is there. */
  public long nanos() {
    return clock.now();
  }

  /** The latest figures; from any thread. */
  public LiveFigures live() {
    return live;
  }

  /**
   * Stops offering, waits briefly for what is in flight and ends the run as cut short; the second
   * time at once. From any thread.
   *
   * @param why in a sentence
   * @param reason a word for the outcomes of what is cut, such as {@code interrupted}
   */
  public void stop(String why, String reason) {
    loop.execute(() -> course.guarded(() -> closing.interrupt(why, reason)));
  }

  @Override
  public void close() {
    late.close();
    loop.submit(() -> pools.forEach(ConnectionPool::close)).awaitUninterruptibly();
    transport.close();
  }

  private void openAhead(int pool) {
    if (pool == pools.size()) {
      course.guarded(this::beginInTime);
      return;
    }
    int all = Math.min(course.settings.connectionsAhead(), course.settings.mostInFlight());
    int share = all * (pool + 1) / pools.size() - all * pool / pools.size();
    pools.get(pool).openAhead(share, () -> openAhead(pool + 1));
  }

  private void beginInTime() {
    OptionalLong wanted = course.settings.zeroNanoTime();
    long left = wanted.isPresent() ? wanted.getAsLong() - clock.nanoTime() : 0;
    if (left > 0) {
      loop.schedule(() -> course.guarded(this::begin), left, TimeUnit.NANOSECONDS);
    } else {
      begin();
    }
  }

  private void begin() {
    if (course.isOver()) {
      return;
    }
    clock.startAt(course.settings.zeroNanoTime().orElse(clock.nanoTime()));
    pools.forEach(ConnectionPool::restart);
    course.begun = true;
    zero.complete(null);
    loopDelay.start();
    loopUse.start();
    tick(1);
    dispatcher.pump();
  }

  private void tick(long second) {
    long boundary = TimeUnit.SECONDS.toNanos(second);
    loop.schedule(
        () -> {
          if (!course.isOver()) {
            course.guarded(() -> live = series.close(boundary, behind(boundary)));
            loopUse.tick();
            tick(second + 1);
          }
        },
        boundary - clock.now(),
        TimeUnit.NANOSECONDS);
  }

  private long behind(long nowNanos) {
    return course.first().map(due -> Math.max(0, nowNanos - due.scheduledNanos())).orElse(0L);
  }

  private void ended(Outcome outcome) {
    course.agenda.ended(outcome.planned().request(), outcome.endNanos());
    dispatcher.pumpSoon();
  }

  private void finish() {
    long now = course.begun ? clock.now() : 0;
    live = series.close(now, 0);
    course.result.complete(
        new EngineResult(
            now,
            closing.because(),
            series.seconds(),
            loopDelay.delaysNanos(),
            loopUse.mostShare(),
            course.retries,
            pools.stream().mapToLong(ConnectionPool::opened).sum(),
            course.traffic.sent(),
            course.traffic.received(),
            course.server));
  }

  private void over(Throwable error) {
    loopDelay.stop();
    dispatcher.stop();
    closing.stop();
    if (error == null) {
      zero.complete(null);
    } else {
      zero.completeExceptionally(error);
    }
  }
}
