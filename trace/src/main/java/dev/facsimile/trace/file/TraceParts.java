package dev.facsimile.trace.file;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.parquet.TableColumns;
import dev.facsimile.trace.parquet.TableColumns.Stretch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Reads a trace in parts, several at once, and only the columns that are asked for. What is made of
 * the parts is taken in their order, so that nothing depends on the number of threads as long as
 * the parts can be merged. The parts are the same for every number of threads, and in every pass.
 * Holds a batch and a few pages for each thread, and what is made of as many parts as there are
 * threads, beside the one that is taken.
 */
public final class TraceParts {
  private static final int PART_ROWS = 1 << 16;

  private final TraceFile trace;
  private final int threads;
  private final List<Stretch> stretches;

  /**
   * Of a trace.
   *
   * @param threads parts read at once, 1 or more
   * @throws InputException if the file is not what it should be
   */
  public TraceParts(TraceFile trace, int threads) throws IOException {
    this(trace, threads, PART_ROWS);
  }

  /** In parts of about {@code partRows} rows. */
  TraceParts(TraceFile trace, int threads, int partRows) throws IOException {
    this.trace = trace;
    this.threads = threads;
    TraceCodec codec = new TraceCodec();
    try (TableColumns columns =
        new TableColumns(trace.path(), codec.table(), Set.of(TraceCodec.CONTENT))) {
      this.stretches = columns.stretches(partRows);
    } catch (RuntimeException e) {
      throw TableFile.unreadable(trace.path(), 0, e);
    }
  }

  /** How many parts there are. */
  public int size() {
    return stretches.size();
  }

  /**
   * Reads all parts.
   *
   * @param columns what of the rows is looked at
   * @param start begins what is to be made of a part, of which it is given the number, from 0
   * @param taken takes what was made of a part, in the order of the parts, on the caller's thread
   * @throws InputException if the file is not what it should be
   * @param <S> what is made of a part: takes its batches in order, on one thread
   */
  public <S extends Consumer<TraceBatch>> void read(
      Set<TraceColumn> columns, IntFunction<S> start, Consumer<S> taken) throws IOException {
    read(columns, start, made -> made, taken);
  }

  /**
   * Reads all parts, of which something is made in two steps.
   *
   * @param columns what of the rows is looked at
   * @param start begins what is to be made of a part, of which it is given the number, from 0
   * @param ended ends it, on the thread that read the part
   * @param taken takes what was made of a part, in the order of the parts, on the caller's thread
   * @throws InputException if the file is not what it should be
   * @param <S> takes a part's batches in order, on one thread
   * @param <T> what is made of a part
   */
  public <S extends Consumer<TraceBatch>, T> void read(
      Set<TraceColumn> columns, IntFunction<S> start, Function<S, T> ended, Consumer<T> taken)
      throws IOException {
    Queue<PartReader> readers = new ConcurrentLinkedQueue<>();
    inOrder(
        readers,
        part -> {
          PartReader idle = readers.poll();
          PartReader reader = idle == null ? open(new TraceBatch(columns)) : idle;
          try {
            S made = start.apply(part);
            each(reader, stretches.get(part), () -> made.accept(reader.batch()));
            return ended.apply(made);
          } finally {
            readers.add(reader);
          }
        },
        taken);
  }

  /**
   * Reads some parts one after another, on the caller's thread.
   *
   * @param columns what of the rows is looked at
   * @param from the first part
   * @param to the part behind the last one
   * @param begun told the number of each part before its first batch
   * @param taken takes their batches in order
   * @throws InputException if the file is not what it should be
   */
  public void read(
      Set<TraceColumn> columns, int from, int to, IntConsumer begun, Consumer<TraceBatch> taken)
      throws IOException {
    PartReader reader = open(new TraceBatch(columns));
    try {
      for (int part = from; part < to; part++) {
        begun.accept(part);
        each(reader, stretches.get(part), () -> taken.accept(reader.batch()));
      }
    } finally {
      reader.columns().close();
    }
  }

  /**
   * Reads all rows without their content, each part whole.
   *
   * @param taken takes a part's rows, in the order of the parts, on the caller's thread
   * @throws InputException if the file is not what it should be
   */
  public void readRows(Consumer<List<TraceRow>> taken) throws IOException {
    Queue<PartReader> readers = new ConcurrentLinkedQueue<>();
    inOrder(
        readers,
        part -> {
          PartReader idle = readers.poll();
          PartReader reader = idle == null ? open(TraceBatch.ofRows()) : idle;
          try {
            List<TraceRow> rows = new ArrayList<>();
            each(reader, stretches.get(part), () -> reader.batch().addRows(rows));
            return rows;
          } finally {
            readers.add(reader);
          }
        },
        taken);
  }

  /**
   * Makes something of all parts without reading them again, of several at once.
   *
   * @param making makes it of a part by its number, from 0, on any thread
   * @param taken takes what was made, in the order of the parts, on the caller's thread
   * @param <S> what is made of a part
   */
  public <S> void make(IntFunction<S> making, Consumer<S> taken) throws IOException {
    inOrder(new ConcurrentLinkedQueue<>(), making::apply, taken);
  }

  /** Makes something of a part. */
  private interface Making<S> {
    S of(int part) throws IOException;
  }

  private <S> void inOrder(Queue<PartReader> readers, Making<S> making, Consumer<S> taken)
      throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, TraceParts::thread);
    try {
      Deque<Future<S>> ahead = new ArrayDeque<>();
      for (int part = 0; part < stretches.size() || !ahead.isEmpty(); ) {
        if (part < stretches.size() && ahead.size() < threads) {
          int number = part++;
          ahead.add(pool.submit(() -> making.of(number)));
        } else {
          taken.accept(finished(ahead.remove()));
        }
      }
    } finally {
      end(pool, readers);
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "trace-part");
    thread.setDaemon(true);
    return thread;
  }

  /** An open file with the cells that it is read into. */
  private record PartReader(TableColumns columns, TraceBatch batch) {}

  private PartReader open(TraceBatch batch) throws IOException {
    return new PartReader(
        new TableColumns(trace.path(), batch.table(), batch.columnsLeftOut()), batch);
  }

  private void each(PartReader reader, Stretch stretch, Runnable taker) {
    long row = stretch.firstRow();
    for (int rows = first(reader, stretch); rows > 0; rows = next(reader, row)) {
      taker.run();
      row += rows;
    }
  }

  private int first(PartReader reader, Stretch stretch) {
    try {
      reader.columns().open(stretch);
    } catch (RuntimeException | IOException e) {
      throw TableFile.unreadable(trace.path(), stretch.firstRow(), e);
    }
    return next(reader, stretch.firstRow());
  }

  private int next(PartReader reader, long before) {
    try {
      int rows = reader.columns().next(reader.batch().cells());
      reader.batch().filled(rows);
      return rows;
    } catch (RuntimeException | IOException e) {
      throw TableFile.unreadable(trace.path(), before, e);
    }
  }

  private static <S> S finished(Future<S> part) throws IOException {
    try {
      return part.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException("a part of a trace cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading", e);
    }
  }

  /** Nothing may be closed that is still read. */
  private static void end(ExecutorService pool, Queue<PartReader> readers) throws IOException {
    pool.shutdownNow();
    boolean interrupted = Thread.interrupted();
    while (!pool.isTerminated()) {
      try {
        pool.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    for (PartReader reader : readers) {
      reader.columns().close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
