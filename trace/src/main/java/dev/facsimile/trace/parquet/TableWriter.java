package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;

/**
 * Writes rows to a Parquet file. Rows are gathered in batches; a thread of its own encodes and
 * compresses them while the next batch is gathered. Holds two batches and one row group.
 *
 * @param <T> the row
 */
public final class TableWriter<T> implements Closeable {
  /** Text in a batch from which on it is written early, so that large prompts do not pile up. */
  private static final long BATCH_CHARACTERS = 4L << 20;

  /** Text in a single row from which on its batch is written behind it: encoding holds copies. */
  private static final long LONG_ROW_CHARACTERS = 1L << 20;

  /** A batch on its way to the file; without cells, the end of the rows. */
  private record Batch(Cells cells, boolean endGroup, boolean last) {}

  private final RowCodec<T> codec;
  private final ColumnChunks chunks;
  private final BlockingQueue<Batch> full = new ArrayBlockingQueue<>(1);
  private final BlockingQueue<Cells> empty = new ArrayBlockingQueue<>(2);
  private final Thread encoder = new Thread(this::encode, "parquet-encoder");
  private final int[] textColumns;
  private volatile Throwable failure;
  private Cells cells;
  private long characters;
  private Map<String, String> metadata = Map.of();
  private boolean ended;

  /**
   * Starts a file.
   *
   * @throws IOException if it cannot be created
   */
  public TableWriter(Path file, RowCodec<T> codec) throws IOException {
    this.codec = codec;
    Table table = codec.table();
    textColumns =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.columns().get(i).kind() == Table.Kind.STRING)
            .toArray();
    chunks = new ColumnChunks(file, table);
    cells = new Cells(table, ColumnChunks.BATCH);
    empty.add(new Cells(table, ColumnChunks.BATCH));
    encoder.setDaemon(true);
    encoder.start();
  }

  /**
   * Writes a row.
   *
   * @throws IOException if this row or one before it cannot be written
   */
  public void write(T row) throws IOException {
    codec.write(row, cells);
    long rowCharacters = 0;
    for (int column : textColumns) {
      if (cells.presence(column)[cells.size()]) {
        rowCharacters += cells.getString(column).length();
      }
    }
    characters += rowCharacters;
    cells.next();
    if (cells.isFull() || characters > BATCH_CHARACTERS || rowCharacters > LONG_ROW_CHARACTERS) {
      handOver(!cells.isFull(), false);
    }
  }

  /** Metadata to put into the file's footer; call before {@link #finish()}. */
  public void metadata(Map<String, String> keyValues) {
    metadata = Map.copyOf(keyValues);
  }

  /** Writes what is left, and the footer. */
  public void finish() throws IOException {
    stop();
    chunks.end(metadata);
    close();
  }

  /** Ends the writing; without a {@link #finish()} before, the file is no whole one. */
  @Override
  public void close() throws IOException {
    if (!ended) {
      try {
        stop();
      } finally {
        chunks.close();
      }
    } else {
      chunks.close();
    }
  }

  private void stop() throws IOException {
    ended = true;
    handOver(true, true);
    try {
      encoder.join();
    } catch (InterruptedException e) {
      throw interrupted();
    }
    rethrow();
  }

  private void handOver(boolean endGroup, boolean last) throws IOException {
    rethrow();
    try {
      full.put(new Batch(cells, endGroup, last));
      if (!last) {
        cells = empty.take();
        cells.clear();
        characters = 0;
      }
    } catch (InterruptedException e) {
      throw interrupted();
    }
    rethrow();
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while writing");
  }

  private void rethrow() throws IOException {
    if (failure instanceof IOException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (failure != null) {
      throw new IllegalStateException("cannot encode a batch", failure);
    }
  }

  /** Goes on taking batches after a failure, so that whoever hands them over is never stuck. */
  private void encode() {
    try {
      for (Batch batch = full.take(); ; batch = full.take()) {
        if (failure == null) {
          encode(batch);
        }
        if (batch.last()) {
          return;
        }
        empty.put(batch.cells());
      }
    } catch (InterruptedException e) {
      failure = e;
    }
  }

  private void encode(Batch batch) {
    try {
      if (batch.cells().size() > 0) {
        chunks.write(batch.cells(), batch.endGroup());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      failure = e;
    }
  }
}
