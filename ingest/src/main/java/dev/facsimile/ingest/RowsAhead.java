package dev.facsimile.ingest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Reads another reader's rows ahead, by a thread of its own, so that parsing a row and working on
 * the one before go on at the same time. Holds at most {@link #BATCHES} batches of {@link #BATCH}
 * rows, and no more than {@link #MOST_BYTES} of the file unless a single row is larger.
 */
final class RowsAhead implements RowReader {
  private static final int BATCH = 256;
  private static final int BATCHES = 4;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int MOST_BYTES = 8 << 20;

  /** A row with its text, if that was asked for. */
  private record Ahead(Row row, Optional<String> raw) {}

  /** Rows that were read, and what stopped the reading behind them. */
  private record Batch(List<Ahead> rows, int bytes, Optional<Throwable> failure) {}

  private final RowReader rows;
  private final boolean keepRaw;
  private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES);
  private final Thread reader = new Thread(this::readAhead, "ingest-reader");
  private final Semaphore bytesFree = new Semaphore(MOST_BYTES);
  private Batch batch = new Batch(List.of(), 0, Optional.empty());
  private int at;
  private Optional<String> raw = Optional.empty();

  /**
   * Starts to read.
   *
   * @param keepRaw whether {@link #raw()} will be asked for
   */
  RowsAhead(RowReader rows, boolean keepRaw) {
    this.rows = rows;
    this.keepRaw = keepRaw;
    reader.setDaemon(true);
    reader.start();
  }

  private void readAhead() {
    try {
      boolean ended = false;
      while (!ended) {
        Batch next = readBatch();
        ended = next.failure().isPresent() || endsWith(next.rows());
        bytesFree.acquire(next.bytes());
        batches.put(next);
      }
    } catch (InterruptedException e) {
      // Closed before the end: nobody waits for a row.
      Thread.currentThread().interrupt();
    }
  }

  private Batch readBatch() {
    List<Ahead> read = new ArrayList<>();
    int bytes = 0;
    try {
      while (read.size() < BATCH && bytes < BATCH_BYTES && !endsWith(read)) {
        Row row = rows.next();
        read.add(new Ahead(row, keepRaw ? rows.raw() : Optional.empty()));
        bytes = Math.min(MOST_BYTES, bytes + Math.max(0, rows.size()));
      }
      return new Batch(read, bytes, Optional.empty());
    } catch (IOException | RuntimeException | Error e) {
      return new Batch(read, bytes, Optional.of(e));
    }
  }

  private static boolean endsWith(List<Ahead> read) {
    return !read.isEmpty() && read.get(read.size() - 1).row() instanceof Row.End;
  }

  @Override
  public Row next() throws IOException {
    while (at == batch.rows().size()) {
      if (batch.failure().isPresent()) {
        throw thrown(batch.failure().get());
      }
      if (endsWith(batch.rows())) {
        return batch.rows().get(at - 1).row();
      }
      try {
        batch = batches.take();
        bytesFree.release(batch.bytes());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while reading", e);
      }
      at = 0;
    }
    Ahead ahead = batch.rows().get(at++);
    raw = ahead.raw();
    return ahead.row();
  }

  /** The reader's failure as if it had happened here. */
  private static IOException thrown(Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return (IOException) failure;
  }

  @Override
  public Optional<String> raw() {
    return raw;
  }

  @Override
  public void close() throws IOException {
    reader.interrupt();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rows.close();
  }
}
