package dev.facsimile.analyze.run;

import dev.facsimile.trace.file.Rows;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Reads rows on a thread of its own, a batch ahead of whoever works on them. Holds two batches of
 * {@value #BATCH} rows.
 *
 * @param <T> the row
 */
final class ReadAhead<T> implements Closeable {
  private static final int BATCH = 2048;

  private final Rows<T> rows;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "read-ahead");
            thread.setDaemon(true);
            return thread;
          });
  private Future<List<T>> ahead;

  /** Starts to read; {@code rows} is closed with this. */
  ReadAhead(Rows<T> rows) {
    this.rows = rows;
    this.ahead = reader.submit(this::batch);
  }

  private List<T> batch() throws IOException {
    List<T> batch = new ArrayList<>(BATCH);
    while (batch.size() < BATCH) {
      Optional<T> row = rows.next();
      if (row.isEmpty()) {
        break;
      }
      batch.add(row.get());
    }
    return batch;
  }

  /** The next batch; empty at the end. */
  List<T> next() throws IOException {
    List<T> batch = done();
    if (!batch.isEmpty()) {
      ahead = reader.submit(this::batch);
    }
    return batch;
  }

  private List<T> done() throws IOException {
    try {
      return ahead.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading", e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.shutdownNow();
    try {
      reader.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rows.close();
  }
}
