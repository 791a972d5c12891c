package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.trace.stats.Percentiles;
import io.netty.channel.EventLoop;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Sends requests when they are due and hands on exactly one outcome for each, all by one zero of
 * one monotonic clock. {@link Dispatcher} turns to what is due, a {@link Lane}'s {@link Courier}
 * carries it, {@link Ledger} books what became of it, {@link Closing} ends the run. One event loop
 * does all of it; where there are several, one dispatches and books, and each of the others is a
 * lane. Holds the requests in flight, and what {@link RequestFeed}, {@link SecondSeries} and {@link
 * LoopDelay} hold.
 */
public final class Engine implements Closeable {
  private final RequestFeed feed;
  private final Transport transport;
  private final EventLoop loop;
  private final RunClock clock;
  private final SecondSeries series = new SecondSeries(new ProcessFigures());
  private final List<LoopWatch> watches = new ArrayList<>();
  private final Course course;
  private final Dispatcher dispatcher;
  private final Closing closing;
  private final BackgroundRequests late;
  private final CompletableFuture<Void> zero = new CompletableFuture<>();
  private int lane;
  private volatile LiveFigures live = LiveFigures.BEFORE;

  /** An engine for one run on one event loop. */
  public Engine(
      EngineSettings settings,
      Endpoint endpoint,
      RequestFeed feed,
      Results results,
      LongSupplier nanoTime) {
    this(settings, endpoint, feed, results, nanoTime, 1);
  }

  /**
   * An engine for one run.
   *
   * @param results takes each outcome, on the dispatcher's event loop: it must be quick
   * @param nanoTime the monotonic clock, nanoseconds
   * @param loops event loops that connections are spread over. One does everything; several have
   *     one more beside them, for the dispatcher
   */
  public Engine(
      EngineSettings settings,
      Endpoint endpoint,
      RequestFeed feed,
      Results results,
      LongSupplier nanoTime,
      int loops) {
    if (loops < 1) {
      throw new IllegalArgumentException("loops is " + loops + ", expected 1 or more");
    }
    this.feed = feed;
    this.clock = new RunClock(nanoTime);
    this.transport = new Transport(loops == 1 ? 1 : loops + 1);
    this.loop = transport.loop();
    this.late = new BackgroundRequests(loop, clock, this::abort, this::pump);
    this.course =
        new Course(settings, loop, clock, series, Agenda.of(settings.load(), feed, late), results);
    Ledger ledger = new Ledger(course, this::pumpAfterEnd);
    this.closing = new Closing(course, ledger, feed, late, this::pump, this::finish);
    this.dispatcher = new Dispatcher(course, this::send, closing::refuse, closing::endIfDone);
    course.whenFailed = closing::fail;
    watches.add(new LoopWatch(loop, clock));
    addLanes(endpoint, ledger, loops);
    course.result.whenComplete((result, error) -> over(error));
  }

  private void addLanes(Endpoint endpoint, Ledger ledger, int loops) {
    // Requests go to the lanes in turn, so that each has its share at a time, or about that.
    int most = course.settings.mostInFlight();
    int share = most / loops + (most % loops == 0 ? 0 : 1);
    int opening = Math.max(1, ConnectionPool.MOST_OPENING / loops);
    for (int i = 0; i < loops; i++) {
      if (loops == 1) {
        course.lanes.add(new Lane(course, loop, endpoint, share, opening, ledger));
      } else {
        EventLoop own = transport.loop();
        Reports reports = new HandedOver(own, loop, ledger);
        course.lanes.add(new Lane(course, own, endpoint, share, opening, reports));
        watches.add(new LoopWatch(own, clock));
      }
    }
  }

  private void send(Due due, long wokenNanos, long nowNanos) {
    series.offered(due.scheduledNanos());
    course.inFlight++;
    course.lanes.get(lane).start(due, wokenNanos, nowNanos);
    lane = (lane + 1) % course.lanes.size();
  }

  private void pumpAfterEnd() {
    dispatcher.pumpSoon();
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
    return start(() -> {});
  }

  /**
   * The same.
   *
   * @param onceFilled done on the event loop between the filling and the opening, where a pause
   *     still disturbs nobody
   */
  public CompletableFuture<EngineResult> start(Runnable onceFilled) {
    feed.onMore(this::pumpSoon);
    feed.start();
    feed.ready().thenRunAsync(onceFilled, loop).thenRunAsync(() -> openAhead(0), loop);
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
    course.lanes.forEach(Lane::close);
    transport.close();
  }

  /** Spreads the connections wanted over lanes and peers, one after the other. */
  private void openAhead(int part) {
    int lanes = course.lanes.size();
    int parts = lanes * course.settings.peers().size();
    if (part == parts) {
      course.guarded(this::beginInTime);
      return;
    }
    int all = Math.min(course.settings.connectionsAhead(), course.settings.mostInFlight());
    int share = (int) ((long) all * (part + 1) / parts - (long) all * part / parts);
    Runnable next = () -> loop.execute(() -> openAhead(part + 1));
    course.lanes.get(part % lanes).openAhead(part / lanes, share, next);
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
    course.lanes.forEach(Lane::begin);
    course.begun = true;
    zero.complete(null);
    watches.forEach(LoopWatch::start);
    tick(1);
    dispatcher.pump();
  }

  private void tick(long second) {
    long boundary = TimeUnit.SECONDS.toNanos(second);
    loop.schedule(
        () -> {
          if (!course.isOver()) {
            course.guarded(() -> live = series.close(boundary, behind(boundary)));
            tick(second + 1);
          }
        },
        boundary - clock.now(),
        TimeUnit.NANOSECONDS);
  }

  private long behind(long nowNanos) {
    return course.first().map(due -> Math.max(0, nowNanos - due.scheduledNanos())).orElse(0L);
  }

  private void finish() {
    course.finished = true;
    long now = course.begun ? clock.now() : 0;
    live = series.close(now, 0);
    if (closing.failure().isPresent()) {
      course.result.completeExceptionally(closing.failure().get());
      return;
    }
    watches.forEach(LoopWatch::stop);
    var seen = course.lanes.stream().map(Lane::seen).toList();
    var watched = watches.stream().map(LoopWatch::seen).toList();
    CompletableFuture.allOf(
            Stream.concat(seen.stream(), watched.stream()).toArray(CompletableFuture[]::new))
        .thenRunAsync(
            () ->
                course.result.complete(
                    result(
                        now,
                        seen.stream().map(CompletableFuture::join).toList(),
                        watched.stream().map(CompletableFuture::join).toList())),
            loop);
  }

  private EngineResult result(long now, List<Lane.Seen> seen, List<LoopWatch.Seen> watched) {
    return new EngineResult(
        now,
        closing.because(),
        series.seconds(),
        Percentiles.of(
            watched.stream().flatMapToLong(w -> Arrays.stream(w.delaysNanos())).toArray()),
        watched.stream().mapToDouble(LoopWatch.Seen::busyShare).max().orElse(0),
        course.retries,
        seen.stream().mapToLong(Lane.Seen::connections).sum(),
        seen.stream().mapToLong(Lane.Seen::bytesSent).sum(),
        seen.stream().mapToLong(Lane.Seen::bytesReceived).sum(),
        course.server,
        new TreeSet<>(seen.stream().flatMap(s -> s.spoken().stream()).toList()));
  }

  private void over(Throwable error) {
    watches.forEach(LoopWatch::stop);
    dispatcher.stop();
    closing.stop();
    if (error == null) {
      zero.complete(null);
    } else {
      zero.completeExceptionally(error);
    }
  }
}
