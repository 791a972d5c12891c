package dev.facsimile.replay.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/** How busy the event loop's thread is, by its processor time. For the event loop alone. */
final class LoopUse {
  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(500);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final RunClock clock;
  private long atBefore;
  private long usedBefore;
  private double most;

  LoopUse(RunClock clock) {
    this.clock = clock;
  }

  /** Begins; on the loop. */
  void start() {
    atBefore = clock.now();
    usedBefore = used();
  }

  /** Another second has passed; on the loop. */
  void tick() {
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
