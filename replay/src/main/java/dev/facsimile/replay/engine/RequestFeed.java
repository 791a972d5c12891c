package dev.facsimile.replay.engine;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads rows and makes their bytes ahead of the clock, on a thread of its own. Holds at most {@link
 * #BYTES_AHEAD} of request bytes and {@link #REQUESTS_AHEAD} requests, or one request where that
 * one is larger.
 */
public final class RequestFeed implements Closeable {
  static final long BYTES_AHEAD = 64L << 20;
  static final int REQUESTS_AHEAD = 20_000;

  /** The feed is woken when so much of the look-ahead is used up, not for each request. */
  private static final int REFILL_PARTS = 4;

  private final Rows<WorkloadRow> rows;
  private final Preparation prepare;
  private final boolean awaitsAnswers;
  private final int most;
  private final Thread thread = new Thread(this::fill, "facsimile-request-feed");
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final ArrayDeque<PreparedRequest> queue = new ArrayDeque<>();
  private long bytes;
  private boolean waiting;
  private boolean ended;
  private boolean closed;
  private volatile boolean planOnly;
  private Optional<RuntimeException> failure = Optional.empty();
  private Runnable onMore = () -> {};

  /**
   * A feed of these rows; closes them.
   *
   * @param prepare makes a row's bytes on the wire
   */
  public RequestFeed(Rows<WorkloadRow> rows, Preparation prepare) {
    this(rows, prepare, false);
  }

  /**
   * The same.
   *
   * @param awaitsAnswers whether later turns of a session wait for the answers before them
   */
  public RequestFeed(Rows<WorkloadRow> rows, Preparation prepare, boolean awaitsAnswers) {
    this(rows, prepare, awaitsAnswers, REQUESTS_AHEAD);
  }

  /** The same, with another limit of requests to be ready. */
  RequestFeed(
      Rows<WorkloadRow> rows, Preparation prepare, boolean awaitsAnswers, int requestsAhead) {
    this.rows = rows;
    this.prepare = prepare;
    this.awaitsAnswers = awaitsAnswers;
    this.most = requestsAhead;
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  /** Whether later turns of a session wait for the answers before them, in every load. */
  boolean awaitsAnswers() {
    return awaitsAnswers;
  }

  /** Starts to fill. */
  public void start() {
    thread.start();
  }

  /** Done when the look-ahead is full for the first time, or the rows have ended. */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** Has {@code listener} called, on the feed's thread, when an empty feed has something again. */
  synchronized void onMore(Runnable listener) {
    onMore = listener;
  }

  /** Nothing more will be sent: rows are given without their bytes from now on. */
  void planOnly() {
    planOnly = true;
  }

  /**
   * The next request, if one is ready.
   *
   * @throws RuntimeException if a row could not be read
   */
  synchronized Optional<PreparedRequest> poll() {
    PreparedRequest next = queue.poll();
    if (next == null) {
      failure.ifPresent(
          e -> {
            throw e;
          });
      return Optional.empty();
    }
    bytes -= next.bytes().length;
    if (waiting && isLow()) {
      waiting = false;
      notifyAll();
    }
    return Optional.of(next);
  }

  /** Whether nothing more will come. */
  synchronized boolean exhausted() {
    return ended && queue.isEmpty() && failure.isEmpty();
  }

  private void fill() {
    Optional<RuntimeException> failed = Optional.empty();
    try {
      boolean more = true;
      while (more) {
        Optional<WorkloadRow> row = rows.next();
        more = row.isPresent() && offer(prepared(row.get()));
      }
    } catch (RuntimeException e) {
      failed = Optional.of(e);
    } catch (IOException e) {
      failed = Optional.of(new UncheckedIOException(e));
    }
    end(failed);
  }

  private PreparedRequest prepared(WorkloadRow row) {
    return planOnly ? prepare.planned(row) : prepare.ready(row);
  }

  private boolean offer(PreparedRequest request) {
    Runnable listener;
    synchronized (this) {
      while (!closed && full()) {
        ready.complete(null);
        waiting = true;
        try {
          wait();
        } catch (InterruptedException e) {
          closed = true;
        }
      }
      if (closed) {
        return false;
      }
      boolean wasEmpty = queue.isEmpty();
      queue.add(request);
      bytes += request.bytes().length;
      listener = wasEmpty ? onMore : () -> {};
    }
    listener.run();
    return true;
  }

  private boolean full() {
    return bytes >= BYTES_AHEAD || queue.size() >= most;
  }

  private boolean isLow() {
    return bytes < BYTES_AHEAD / REFILL_PARTS * (REFILL_PARTS - 1)
        && queue.size() <= most / REFILL_PARTS * (REFILL_PARTS - 1);
  }

  private void end(Optional<RuntimeException> failed) {
    Runnable listener;
    synchronized (this) {
      ended = true;
      failure = failed;
      listener = onMore;
    }
    ready.complete(null);
    listener.run();
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      onMore = () -> {};
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rows.close();
  }
}
