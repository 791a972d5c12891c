package dev.facsimile.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Work on items by several threads, given back in the order in which the items came. Holds at most
 * {@link #WAITING} items a thread.
 *
 * @param <T> the item
 */
final class InOrder<T> implements AutoCloseable {
  private static final int WAITING = 64;

  private final UnaryOperator<T> work;
  private final Optional<ExecutorService> threads;
  private final int mostWaiting;
  private final ArrayDeque<Future<T>> waiting = new ArrayDeque<>();

  /**
   * Threads that wait for items.
   *
   * @param threads how many; with 0 the caller does the work, which is best when there is little
   * @param work must be safe for use by several threads
   */
  InOrder(int threads, UnaryOperator<T> work) {
    this.work = work;
    this.mostWaiting = threads * WAITING;
    this.threads =
        threads == 0
            ? Optional.empty()
            : Optional.of(Executors.newFixedThreadPool(threads, InOrder::thread));
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "ingest-worker");
    thread.setDaemon(true);
    return thread;
  }

  /** Takes an item and gives the oldest one worked on, once enough are waiting. */
  Optional<T> add(T item) throws IOException {
    if (threads.isEmpty()) {
      return Optional.of(work.apply(item));
    }
    waiting.add(threads.get().submit(() -> work.apply(item)));
    return waiting.size() > mostWaiting ? next() : Optional.empty();
  }

  /** Gives the oldest item that is left, worked on. */
  Optional<T> next() throws IOException {
    Future<T> oldest = waiting.poll();
    if (oldest == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(oldest.get());
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a worker", e);
    }
  }

  /** The worker's failure as if it had happened here. */
  private static IOException thrown(Throwable cause) {
    if (cause instanceof RuntimeException failure) {
      throw failure;
    }
    if (cause instanceof Error failure) {
      throw failure;
    }
    return cause instanceof UncheckedIOException io ? io.getCause() : new IOException(cause);
  }

  @Override
  public void close() {
    threads.ifPresent(ExecutorService::shutdownNow);
  }
}
