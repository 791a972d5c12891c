package dev.facsimile.replay.engine;

import dev.facsimile.trace.stats.LongSeries;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * How late the event loop turns to a task that is due, asked a hundred times a second: lateness in
 * reading answers shows here even where the send lag cannot show it, as in a closed loop. Holds one
 * long per question.
 */
final class LoopDelay {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final EventLoop loop;
  private final RunClock clock;
  private final LongSeries delays = new LongSeries();
  private volatile boolean stopped;

  LoopDelay(EventLoop loop, RunClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  void start() {
    ask(clock.now() + PERIOD_NANOS);
  }

  void stop() {
    stopped = true;
  }

  long[] delaysNanos() {
    return delays.toArray();
  }

  private void ask(long dueNanos) {
    loop.schedule(() -> answer(dueNanos), dueNanos - clock.now(), TimeUnit.NANOSECONDS);
  }

  private void answer(long dueNanos) {
    if (!stopped) {
      long now = clock.now();
      delays.add(Math.max(0, now - dueNanos));
      ask(now + PERIOD_NANOS);
    }
  }
}
