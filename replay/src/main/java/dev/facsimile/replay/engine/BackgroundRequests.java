package dev.facsimile.replay.engine;

import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes late requests on threads of its own, from {@link #AHEAD_NANOS} before each is due, so that
 * those of sessions that think for long are not held all the while. One that is not made in time
 * leaves as soon as it is: the client turned to it late, which its wake lag tells.
 */
final class BackgroundRequests implements LateRequests, AutoCloseable {
  static final long AHEAD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final EventLoop loop;
  private final RunClock clock;
  private final Consumer<Throwable> failed;
  private final Runnable afterwards;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
          work -> {
            Thread thread = new Thread(work, "facsimile-late-requests");
            thread.setDaemon(true);
            return thread;
          });

  /** Asked for and not given; each is itself alone. */
  private final Set<Making> open = new LinkedHashSet<>();

  private OptionalLong givenUpFrom = OptionalLong.empty();

  private static final class Making {
    private final Due due;
    private final Consumer<Due> made;

    Making(Due due, Consumer<Due> made) {
      this.due = due;
      this.made = made;
    }
  }

  /**
   * A maker.
   *
   * @param failed hears, on the event loop, of what a request could not be made for
   * @param afterwards called, on the event loop, after each that was made
   */
  BackgroundRequests(
      EventLoop loop, RunClock clock, Consumer<Throwable> failed, Runnable afterwards) {
    this.loop = loop;
    this.clock = clock;
    this.failed = failed;
    this.afterwards = afterwards;
  }

  @Override
  public void make(Due due, Consumer<Due> made) {
    if (givenUpFrom.isPresent()) {
      giveUnmade(due, made);
      return;
    }
    Making making = new Making(due, made);
    open.add(making);
    long wait = due.scheduledNanos() - AHEAD_NANOS - clock.now();
    if (wait > 0) {
      loop.schedule(() -> submit(making), wait, TimeUnit.NANOSECONDS);
    } else {
      submit(making);
    }
  }

  private void submit(Making making) {
    if (!open.contains(making)) {
      return;
    }
    try {
      threads.execute(() -> makeNow(making));
    } catch (RejectedExecutionException e) {
      // The engine was closed: nobody waits for it.
    }
  }

  private void makeNow(Making making) {
    try {
      PreparedRequest request = making.due.request().later().orElseThrow().get();
      onLoop(
          () -> {
            if (open.remove(making)) {
              making.made.accept(new Due(request, making.due.scheduledNanos()));
              afterwards.run();
            }
          });
    } catch (RuntimeException | Error e) {
      onLoop(() -> failed.accept(e));
    }
  }

  private void onLoop(Runnable work) {
    try {
      loop.execute(work);
    } catch (RejectedExecutionException e) {
      // The engine was closed while a request was being made: nobody waits for it.
    }
  }

  @Override
  public boolean isBusyBefore(long nanos) {
    for (Making making : open) {
      if (making.due.scheduledNanos() < nanos) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void giveUp(long nanos) {
    givenUpFrom = OptionalLong.of(nanos);
    List<Making> all = List.copyOf(open);
    open.clear();
    all.forEach(making -> giveUnmade(making.due, making.made));
  }

  private void giveUnmade(Due due, Consumer<Due> made) {
    if (due.scheduledNanos() < givenUpFrom.orElseThrow()) {
      made.accept(due);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
