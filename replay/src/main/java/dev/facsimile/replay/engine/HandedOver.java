package dev.facsimile.replay.engine;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports from a lane's event loop to the dispatcher's: what one turn of the lane has to tell is
 * handed over together, once. For the lane's event loop alone.
 */
final class HandedOver implements Reports {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Executor lane;
  private final Executor dispatcher;
  private final Reports to;
  private List<Consumer<Reports>> told = new ArrayList<>();
  private int tokens;
  private long tokensNanos;
  private boolean asked;

  /**
   * Reports to be handed over.
   *
   * @param lane does work of the lane after what is at hand
   * @param dispatcher does work on the dispatcher's event loop, in order
   * @param to hears everything, there
   */
  HandedOver(Executor lane, Executor dispatcher, Reports to) {
    this.lane = lane;
    this.dispatcher = dispatcher;
    this.to = to;
  }

  @Override
  public void dispatched(long atNanos, long sendLagNanos) {
    tell(r -> r.dispatched(atNanos, sendLagNanos));
  }

  @Override
  public void tokens(int count, long atNanos) {
    if (count > 0) {
      if (atNanos / SECOND != tokensNanos / SECOND) {
        tellTokens();
      }
      tokens += count;
      tokensNanos = atNanos;
      ask();
    }
  }

  private void tellTokens() {
    if (tokens > 0) {
      int count = tokens;
      long atNanos = tokensNanos;
      tokens = 0;
      told.add(r -> r.tokens(count, atNanos));
    }
  }

  @Override
  public void attempt(Attempt attempt) {
    tell(r -> r.attempt(attempt));
  }

  @Override
  public void retried() {
    tell(Reports::retried);
  }

  @Override
  public void text(String requestId, AnswerText text) {
    tell(r -> r.text(requestId, text));
  }

  @Override
  public void ended(Outcome outcome) {
    tellTokens();
    tell(r -> r.ended(outcome));
  }

  @Override
  public void server(String name) {
    tell(r -> r.server(name));
  }

  @Override
  public void bug(Throwable error) {
    tell(r -> r.bug(error));
  }

  private void tell(Consumer<Reports> report) {
    told.add(report);
    ask();
  }

  private void ask() {
    if (!asked) {
      asked = true;
      lane.execute(this::handOver);
    }
  }

  private void handOver() {
    asked = false;
    tellTokens();
    List<Consumer<Reports>> all = told;
    told = new ArrayList<>();
    try {
      dispatcher.execute(() -> all.forEach(report -> report.accept(to)));
    } catch (RejectedExecutionException e) {
      // The engine was closed meanwhile: nobody waits for what its connections still tell.
    }
  }
}
