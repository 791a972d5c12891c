package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.Ending;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.trace.outcome.Outcome;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Carries requests to their servers and hands on exactly one outcome for each: a connection, the
 * writing, the time limits, further attempts, the end. For the event loop alone.
 */
final class Courier {
  private final Course course;
  private final EventLoop loop;
  private final Endpoint endpoint;
  private final List<ConnectionPool> pools;
  private final Reports reports;
  private final Set<Exchange> active = new LinkedHashSet<>();
  private boolean serverNamed;

  /**
   * A courier.
   *
   * @param loop the event loop of its lane
   * @param pools one for each peer
   * @param reports hears what becomes of the requests
   */
  Courier(
      Course course,
      EventLoop loop,
      Endpoint endpoint,
      List<ConnectionPool> pools,
      Reports reports) {
    this.course = course;
    this.loop = loop;
    this.endpoint = endpoint;
    this.pools = pools;
    this.reports = reports;
  }

  /** Starts a request; as {@link Dispatcher.Start}. */
  void start(Due due, long wokenNanos, long nowNanos) {
    Exchange exchange =
        new Exchange(
            course.planned(due),
            due.request(),
            endpoint.reader(due.request().row()),
            wokenNanos,
            nowNanos);
    active.add(exchange);
    deadline(exchange, nowNanos);
    if (!exchange.isEnded()) {
      connect(exchange, nowNanos);
    }
  }

  private void connect(Exchange exchange, long nowNanos) {
    ConnectionPool pool = pools.get(exchange.request().peer());
    Optional<Carrier> pooled = pool.take(nowNanos);
    if (pooled.isPresent()) {
      send(exchange, pooled.get());
      return;
    }
    int attempt = exchange.attempts();
    pool.await(
        new ConnectionPool.Waiter() {
          @Override
          public boolean hasLeft() {
            return exchange.isEnded() || exchange.attempts() != attempt;
          }

          @Override
          public void connected(Carrier carrier) {
            exchange.connected(course.clock.now());
            course.guarded(() -> send(exchange, carrier));
          }

          @Override
          public void failed(String why) {
            course.guarded(() -> attemptEnded(exchange, Ending.failed(why), course.clock.now()));
          }
        });
  }

  private void send(Exchange exchange, Carrier carrier) {
    limit(exchange);
    long dispatched = course.clock.now();
    boolean first = !exchange.isDispatched();
    exchange.dispatched(carrier, dispatched);
    if (first) {
      reports.dispatched(dispatched, dispatched - exchange.planned().scheduledNanos());
    }
    carrier.send(exchange, exchange.request().bytes());
  }

  /** The row's own limit, counted from when it was due; over before a connection stands, too. */
  private void deadline(Exchange exchange, long nowNanos) {
    OptionalLong deadline = exchange.request().row().intent().deadlineNanos();
    if (deadline.isPresent()) {
      long left = exchange.planned().scheduledNanos() + deadline.getAsLong() - nowNanos;
      String over = "deadline of " + deadline.getAsLong() / 1_000_000 + " ms passed";
      if (left <= 0) {
        cut(exchange, Ending.timedOut(over));
      } else {
        exchange.limit(after(left, () -> cut(exchange, Ending.timedOut(over))));
      }
    }
  }

  /** Arms an attempt's timers: the run's limits and the row's own planned disconnect. */
  private void limit(Exchange exchange) {
    OptionalLong disconnect = exchange.request().row().intent().cancelAfterNanos();
    long total = course.settings.limits().total().toNanos();
    if (disconnect.isPresent() && disconnect.getAsLong() < total) {
      Ending planned = Ending.cancelled(Outcome.Cancelled.PLANNED_DISCONNECT);
      exchange.limit(after(disconnect.getAsLong(), () -> cut(exchange, planned)));
    } else {
      Ending over = Ending.timedOut("total time over " + total / 1_000_000 + " ms");
      exchange.limit(after(total, () -> cut(exchange, over)));
    }
    if (course.settings.limits().firstToken().isPresent()) {
      long first = course.settings.limits().firstToken().get().toNanos();
      Ending late = Ending.timedOut("first token over " + first / 1_000_000 + " ms");
      exchange.limit(
          after(
              first,
              () -> {
                if (exchange.reader().eventTokens() == 0) {
                  cut(exchange, late);
                }
              }));
    }
  }

  private Future<?> after(long nanos, Runnable work) {
    return loop.schedule(() -> course.guarded(work), nanos, TimeUnit.NANOSECONDS);
  }

  /** Ends a request from this side. */
  void cut(Exchange exchange, Ending ending) {
    if (!exchange.isEnded()) {
      exchange.carrier().ifPresent(Carrier::drop);
      attemptEnded(exchange, ending, course.clock.now());
    }
  }

  /** An attempt is over: another one, or the end. */
  void attemptEnded(Exchange exchange, Ending ending, long atNanos) {
    boolean repeats = course.settings.retries().most() > 0;
    if (repeats) {
      reports.attempt(exchange.attempt(ending, atNanos));
      OptionalLong wait =
          course
              .settings
              .retries()
              .waitNanos(
                  exchange.attempts(),
                  ending,
                  exchange.reader().eventTokens(),
                  exchange.reader().retryAfterNanos());
      if (wait.isPresent()) {
        again(exchange, wait.getAsLong(), atNanos);
        return;
      }
    }
    end(exchange, ending, atNanos);
  }

  private void again(Exchange exchange, long waitNanos, long atNanos) {
    exchange.stopTimers();
    deadline(exchange, atNanos);
    if (exchange.isEnded()) {
      return;
    }
    exchange.again(endpoint.reader(exchange.request().row()), atNanos + waitNanos);
    reports.retried();
    exchange.limit(after(waitNanos, () -> connect(exchange, course.clock.now())));
  }

  private void end(Exchange exchange, Ending ending, long atNanos) {
    Outcome outcome = exchange.end(ending, atNanos);
    active.remove(exchange);
    exchange
        .reader()
        .text()
        .ifPresent(text -> reports.text(exchange.planned().request().id(), text));
    reports.ended(outcome);
  }

  /** Ends everything that it carries. */
  void cutAll(Ending ending) {
    List.copyOf(active).forEach(exchange -> cut(exchange, ending));
  }

  /** What the connections of one peer tell. */
  Connection.Listener listener(ConnectionPool pool) {
    return new Connection.Listener() {
      @Override
      public void answered(
          Connection connection, Exchange exchange, boolean whole, boolean reusable, long atNanos) {
        // First, so that a request that this end lets through finds the connection.
        if (reusable) {
          pool.giveBack(connection);
        } else {
          connection.drop();
        }
        if (!exchange.isEnded()) {
          course.guarded(() -> attemptEnded(exchange, exchange.reader().end(whole), atNanos));
        }
      }

      @Override
      public void broken(Exchange exchange, String why) {
        if (!exchange.isEnded()) {
          course.guarded(() -> attemptEnded(exchange, Ending.failed(why), course.clock.now()));
        }
      }

      @Override
      public void freed(Connection connection) {
        pool.giveBack(connection);
      }

      @Override
      public void closed(Connection connection) {
        pool.closed(connection);
      }

      @Override
      public void tokens(int count, long atNanos) {
        reports.tokens(count, atNanos);
      }

      @Override
      public void server(String name) {
        if (!serverNamed) {
          serverNamed = true;
          reports.server(name);
        }
      }

      @Override
      public void bug(Throwable error) {
        reports.bug(error);
      }
    };
  }
}
