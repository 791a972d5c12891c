package dev.facsimile.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Work on items by several threads, given back in the order in which the items came. Holds at most
 * {@link #WAITING} items a thread, and no more weight than stated unless a single item has it.
 *
 * @param <T> the item
 */
final class InOrder<T> implements AutoCloseable {
  private static final int WAITING = 64;

  private final UnaryOperator<T> work;
  private final Optional<ExecutorService> threads;
  private final ToLongFunction<T> weight;
  private final long mostWeight;
  private final int mostWaiting;
  private final ArrayDeque<Waiting<T>> waiting = new ArrayDeque<>();
  private long weightWaiting;

  /** An item, which a thread may be working on, and what it weighed when it came. */
  private record Waiting<T>(Optional<Future<T>> worked, T item, long weight) {}

  /**
   * Threads that wait for items.
   *
   * @param threads how many; with 0 the caller does the work, which is best when there is little
   * @param work must be safe for use by several threads
   * @param weight of an item, such as its characters
   * @param mostWeight what may wait together
   */
  InOrder(int threads, UnaryOperator<T> work, ToLongFunction<T> weight, long mostWeight) {
    this.work = work;
    this.weight = weight;
    this.mostWeight = mostWeight;
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

  /** Takes an item. */
  void add(T item) {
    long heavy = weight.applyAsLong(item);
    weightWaiting += heavy;
    Optional<Future<T>> worked = threads.map(pool -> pool.submit(() -> work.apply(item)));
    waiting.add(new Waiting<>(worked, worked.isPresent() ? item : work.apply(item), heavy));
  }

  /** Whether so much is waiting that {@link #next()} is due before another item comes. */
  boolean isFull() {
    return waiting.size() > mostWaiting || (weightWaiting > mostWeight && !waiting.isEmpty());
  }

  /** Gives the oldest item that is left, worked on. */
  Optional<T> next() throws IOException {
    Waiting<T> oldest = waiting.poll();
    if (oldest == null) {
      return Optional.empty();
    }
    weightWaiting -= oldest.weight();
    if (oldest.worked().isEmpty()) {
      return Optional.of(oldest.item());
    }
    try {
      return Optional.of(oldest.worked().get().get());
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
