package dev.facsimile.cli;

import dev.facsimile.replay.run.ReplayRun;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into the end of a replay: while it is open, the process stops the run when it is
 * told to exit and waits until the partial run is written.
 */
final class InterruptedRun implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook;

  InterruptedRun(ReplayRun run) {
    this.hook = new Thread(() -> stop(run), "facsimile-interrupted");
  }

  /** Begins to listen. */
  void watch() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stop(ReplayRun run) {
    if (!run.stop()) {
      return;
    }
    try {
      written.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is exiting: the hook has just been let go.
      return;
    }
  }
}
