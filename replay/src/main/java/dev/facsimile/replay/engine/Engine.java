package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.trace.outcome.Outcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends requests when they are due and hands on exactly one outcome for each. One event loop does
 * everything: it re-arms itself for the next due request, writes, reads and stamps, all from one
 * zero of one monotonic clock. Holds the requests in flight, and what {@link RequestFeed}, {@link
 * SecondSeries} and {@link LoopDelay} hold.
 *
 * <p>This class is longer than most because it is the one place where schedule, connections and
 * endings meet; each of them is a class of its own.
 */
public final class Engine implements Closeable {
  private static final int BATCH = 64;
  private static final Duration INTERRUPTED_DRAIN = Duration.ofSeconds(5);

  private final EngineSettings settings;
  private final Endpoint endpoint;
  private final RequestFeed feed;
  private final Consumer<Outcome> outcomes;
  private final Transport transport = new Transport();
  private final EventLoop loop = transport.loop();
  private final RunClock clock;
  private final SecondSeries series = new SecondSeries(new ProcessFigures());
  private final LoopDelay loopDelay;
  private final ConnectionPool pool;
  private final Agenda agenda;
  private final CapWait capWait = new CapWait();
  private final Set<Exchange> active = new LinkedHashSet<>();
  private final CompletableFuture<EngineResult> result = new CompletableFuture<>();
  private final CompletableFuture<Void> zero = new CompletableFuture<>();
  private Optional<Future<?>> wakeUp = Optional.empty();
  private Optional<Future<?>> drainTimer = Optional.empty();
  private Optional<String> server = Optional.empty();
  private long wakeUpNanos;
  private boolean begun;
  private boolean pumping;
  private boolean offering = true;
  private boolean interrupted;
  private volatile LiveFigures live = LiveFigures.BEFORE;

  /**
   * An engine for one run.
   *
   * @param outcomes takes each outcome, on the event loop: it must be quick
   * @param nanoTime the monotonic clock, nanoseconds
   */
  public Engine(
      EngineSettings settings,
      Endpoint endpoint,
      RequestFeed feed,
      Consumer<Outcome> outcomes,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.endpoint = endpoint;
    this.feed = feed;
    this.outcomes = outcomes;
    this.clock = new RunClock(nanoTime);
    this.loopDelay = new LoopDelay(loop, clock);
    this.agenda = Agenda.of(settings.load(), feed);
    byte[] scratch = new byte[1 << 16];
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(transport.channelType())
            .remoteAddress(settings.target())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.max(1, settings.connectTimeout().toMillis()));
    this.pool =
        new ConnectionPool(bootstrap, () -> new Connection(clock, new ConnectionEvents(), scratch));
  }

  /** Which kind of event loop this machine gives. */
  public static String transport() {
    return Transport.name();
  }

  /**
   * Fills the look-ahead, opens the connections asked for, sets the zero and runs.
   *
   * @return done when the last outcome is handed on; failed when the workload could not be read or
   *     {@code outcomes} threw
   */
  public CompletableFuture<EngineResult> start() {
    feed.onMore(() -> loop.execute(this::pump));
    feed.start();
    feed.ready().thenRunAsync(() -> openAhead(settings.connectionsAhead()), loop);
    return result;
  }

  /** Done at the run's zero. */
  public CompletableFuture<Void> zero() {
    return zero;
  }

  /** The latest figures; from any thread. */
  public LiveFigures live() {
    return live;
  }

  /**
   * Stops offering, waits briefly for what is in flight and ends the run as interrupted; from any
   * thread.
   */
  public void stop() {
    loop.execute(() -> guarded(this::interrupt));
  }

  @Override
  public void close() {
    loop.submit(pool::close).awaitUninterruptibly();
    transport.close();
  }

  private void openAhead(int missing) {
    if (missing == 0) {
      guarded(this::begin);
      return;
    }
    pool.open(
        new ConnectionPool.Opened() {
          @Override
          public void connected(Connection connection) {
            pool.giveBack(connection);
            openAhead(missing - 1);
          }

          @Override
          public void failed(Throwable cause) {
            // Not needed yet: the request that needs it meets the failure and records it.
            openAhead(0);
          }
        });
  }

  private void begin() {
    if (result.isDone()) {
      return;
    }
    clock.start();
    pool.restart();
    begun = true;
    zero.complete(null);
    loopDelay.start();
    tick(1);
    pump();
  }

  private void tick(long second) {
    long boundary = TimeUnit.SECONDS.toNanos(second);
    loop.schedule(
        () -> {
          if (!result.isDone()) {
            guarded(() -> live = series.close(boundary, behind(boundary)));
            tick(second + 1);
          }
        },
        boundary - clock.now(),
        TimeUnit.NANOSECONDS);
  }

  private long behind(long nowNanos) {
    Optional<Due> first = offering ? agenda.first() : Optional.empty();
    return first.map(due -> Math.max(0, nowNanos - due.scheduledNanos())).orElse(0L);
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      abort(e);
    }
  }

  private void pump() {
    // A request that ends while it is being started is seen by the round that started it.
    if (begun && !pumping && !result.isDone()) {
      pumping = true;
      guarded(this::dispatchDue);
      pumping = false;
      guarded(this::endIfDone);
    }
  }

  /** Starts everything that is due and arms the loop for what comes next. */
  private void dispatchDue() {
    for (int i = 0; i < BATCH; i++) {
      Optional<Due> first = offering ? agenda.first() : Optional.empty();
      if (first.isEmpty()) {
        capWait.clear();
        return;
      }
      long scheduled = first.get().scheduledNanos();
      if (settings.until().isPresent() && scheduled >= settings.until().get().toNanos()) {
        offering = false;
        return;
      }
      long now = clock.now();
      if (scheduled > now) {
        capWait.clear();
        wakeAt(scheduled, now);
        return;
      }
      if (settings.maxConcurrency().isPresent()
          && active.size() >= settings.maxConcurrency().getAsInt()) {
        capWait.blocked(now);
        return;
      }
      agenda.take();
      start(first.get(), now);
    }
    // Answers that came meanwhile are read before the next batch.
    loop.execute(this::pump);
  }

  private void wakeAt(long dueNanos, long nowNanos) {
    boolean armed = wakeUp.isPresent() && !wakeUp.get().isDone();
    if (armed && wakeUpNanos == dueNanos) {
      return;
    }
    wakeUp.ifPresent(timer -> timer.cancel(false));
    wakeUpNanos = dueNanos;
    wakeUp = Optional.of(loop.schedule(this::pump, dueNanos - nowNanos, TimeUnit.NANOSECONDS));
  }

  private void start(Due due, long now) {
    series.offered(due.scheduledNanos());
    long woken = capWait.wokenNanos(due.scheduledNanos(), now);
    Exchange exchange =
        new Exchange(Exchange.planned(due), endpoint.reader(due.request().row()), woken, now);
    active.add(exchange);
    Optional<Connection> pooled = pool.take(now);
    if (pooled.isPresent()) {
      send(exchange, due, pooled.get());
    } else {
      connect(exchange, due);
    }
  }

  private void connect(Exchange exchange, Due due) {
    pool.open(
        new ConnectionPool.Opened() {
          @Override
          public void connected(Connection connection) {
            if (exchange.isEnded()) {
              pool.giveBack(connection);
              return;
            }
            exchange.connected(clock.now());
            guarded(() -> send(exchange, due, connection));
          }

          @Override
          public void failed(Throwable cause) {
            if (!exchange.isEnded()) {
              guarded(() -> neverSent(exchange, "connect: " + Connection.reason(cause)));
            }
          }
        });
  }

  private void send(Exchange exchange, Due due, Connection connection) {
    limit(exchange, due);
    long dispatched = clock.now();
    exchange.dispatched(connection, dispatched);
    series.dispatched(dispatched, dispatched - due.scheduledNanos());
    connection.send(exchange, due.request().bytes());
  }

  /** Arms the one timer of an exchange: the run's limit, or the row's own planned disconnect. */
  private void limit(Exchange exchange, Due due) {
    OptionalLong disconnect = due.request().row().intent().cancelAfterNanos();
    long timeout = settings.timeout().toNanos();
    boolean planned = disconnect.isPresent() && disconnect.getAsLong() < timeout;
    Ending ending =
        planned
            ? Ending.cancelled(Outcome.Cancelled.PLANNED_DISCONNECT)
            : Ending.timedOut("total time over " + timeout / 1_000_000 + " ms");
    long after = planned ? disconnect.getAsLong() : timeout;
    exchange.limit(
        loop.schedule(() -> guarded(() -> cut(exchange, ending)), after, TimeUnit.NANOSECONDS));
  }

  private void cut(Exchange exchange, Ending ending) {
    if (!exchange.isEnded()) {
      exchange.connection().ifPresent(Connection::drop);
      ended(exchange, ending);
    }
  }

  private void ended(Exchange exchange, Ending ending) {
    ended(exchange, exchange.end(ending, clock.now()));
  }

  private void neverSent(Exchange exchange, String reason) {
    ended(exchange, exchange.neverSent(reason, clock.now()));
  }

  private void ended(Exchange exchange, Outcome outcome) {
    active.remove(exchange);
    OptionalLong ttft =
        outcome instanceof Outcome.Dispatched sent
            ? sent.ttftFromDispatchNanos()
            : OptionalLong.empty();
    series.ended(outcome.status(), ttft, outcome.endNanos());
    agenda.ended(outcome.endNanos());
    outcomes.accept(outcome);
    pump();
  }

  private void endIfDone() {
    if (result.isDone() || (offering && !agenda.exhausted())) {
      return;
    }
    if (active.isEmpty()) {
      finish();
    } else if (drainTimer.isEmpty()) {
      drain(settings.drain(), "run end");
    }
  }

  private void drain(Duration patience, String reason) {
    drainTimer.ifPresent(timer -> timer.cancel(false));
    drainTimer =
        Optional.of(
            loop.schedule(
                () -> guarded(() -> cancelActive(reason)),
                patience.toNanos(),
                TimeUnit.NANOSECONDS));
  }

  private void cancelActive(String reason) {
    for (Exchange exchange : List.copyOf(active)) {
      if (exchange.isDispatched()) {
        cut(exchange, Ending.cancelled(reason));
      } else {
        neverSent(exchange, reason);
      }
    }
  }

  private void interrupt() {
    if (result.isDone() || interrupted) {
      return;
    }
    interrupted = true;
    if (!begun) {
      finish();
      return;
    }
    refuseDue();
    offering = false;
    Duration drain = settings.drain();
    drain(drain.compareTo(INTERRUPTED_DRAIN) < 0 ? drain : INTERRUPTED_DRAIN, "interrupted");
    endIfDone();
  }

  /** What was due and held back is part of the run, though it was never sent. */
  private void refuseDue() {
    long now = clock.now();
    List<Due> held = new ArrayList<>();
    for (Optional<Due> first = agenda.first();
        first.isPresent() && first.get().scheduledNanos() <= now;
        first = agenda.first()) {
      agenda.take();
      held.add(first.get());
    }
    for (Due due : held) {
      series.offered(due.scheduledNanos());
      Outcome outcome = new Outcome.NeverSent(Exchange.planned(due), now, "interrupted");
      series.ended(outcome.status(), OptionalLong.empty(), now);
      outcomes.accept(outcome);
    }
  }

  private void finish() {
    long now = begun ? clock.now() : 0;
    live = series.close(now, 0);
    stopTimers();
    zero.complete(null);
    result.complete(
        new EngineResult(now, interrupted, series.seconds(), loopDelay.delaysNanos(), server));
  }

  private void abort(Throwable error) {
    stopTimers();
    active.forEach(exchange -> exchange.connection().ifPresent(Connection::drop));
    result.completeExceptionally(error);
    zero.completeExceptionally(error);
  }

  private void stopTimers() {
    loopDelay.stop();
    wakeUp.ifPresent(timer -> timer.cancel(false));
    drainTimer.ifPresent(timer -> timer.cancel(false));
  }

  /** What connections tell the engine; on the event loop. */
  private final class ConnectionEvents implements Connection.Listener {
    @Override
    public void answered(
        Connection connection, Exchange exchange, boolean whole, boolean reusable, long atNanos) {
      if (reusable) {
        pool.giveBack(connection);
      } else {
        connection.drop();
      }
      if (!exchange.isEnded()) {
        guarded(() -> ended(exchange, exchange.end(exchange.reader().end(whole), atNanos)));
      }
    }

    @Override
    public void broken(Exchange exchange, String why) {
      if (!exchange.isEnded()) {
        guarded(() -> ended(exchange, Ending.failed(why)));
      }
    }

    @Override
    public void closedIdle(Connection connection) {
      pool.forget(connection);
    }

    @Override
    public void tokens(int count, long atNanos) {
      series.tokens(count, atNanos);
    }

    @Override
    public void server(String name) {
      if (server.isEmpty()) {
        server = Optional.of(name);
      }
    }

    @Override
    public void bug(Throwable error) {
      abort(error);
    }
  }
}
