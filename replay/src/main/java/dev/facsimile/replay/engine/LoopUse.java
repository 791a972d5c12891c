package dev.facsimile.replay.engine;

import io.netty.channel.EventLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/** How busy the event loop's thread is, by its processor time. For the event loop alone. */
final class LoopUse {
  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(500);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final EventLoop loop;
  private final RunClock clock;
  private long atBefore;
  private long usedBefore;
  private double most;
  private volatile boolean stopped;

  LoopUse(EventLoop loop, RunClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** Begins to look once a second; on the loop. */
  void start() {
    atBefore = clock.now();
    usedBefore = used();
    loop.schedule(this::tick, 1, TimeUnit.SECONDS);
  }

  void stop() {
    stopped = true;
  }

  private void tick() {
    if (!stopped) {
      look();
      loop.schedule(this::tick, 1, TimeUnit.SECONDS);
    }
  }

  private void look() {
    long now = clock.now();
    long used = used();
    if (now - atBefore >= SHORTEST) {
      most = Math.max(most, (double) (used - usedBefore) / (now - atBefore));
      atBefore = now;
      usedBefore = used;
    }
  }

  /** Largest share of a second that it was at work, 0 to 1. */
  double mostShare() {
    return Math.min(1, most);
  }

  private long used() {
    return threads.isCurrentThreadCpuTimeSupported()
        ? Math.max(0, threads.getCurrentThreadCpuTime())
        : 0;
  }
}
