package dev.facsimile.replay.engine;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;

/** Watches how one event loop keeps up: how late it turns to tasks and how busy its thread is. */
final class LoopWatch {
  /**
   * What it saw.
   *
   * @param delaysNanos how late the loop turned to tasks, asked regularly
   * @param busyShare largest share of a second that it was at work, 0 to 1
   */
  record Seen(long[] delaysNanos, double busyShare) {}

  private final EventLoop loop;
  private final LoopDelay delay;
  private final LoopUse use;

  LoopWatch(EventLoop loop, RunClock clock) {
    this.loop = loop;
    this.delay = new LoopDelay(loop, clock);
    this.use = new LoopUse(loop, clock);
  }

  /** Begins to watch. */
  void start() {
    loop.execute(
        () -> {
          delay.start();
          use.start();
        });
  }

  void stop() {
    delay.stop();
    use.stop();
  }

  /** What it has seen so far. */
  CompletableFuture<Seen> seen() {
    return CompletableFuture.supplyAsync(
        () -> new Seen(delay.delaysNanos(), use.mostShare()), loop);
  }
}
