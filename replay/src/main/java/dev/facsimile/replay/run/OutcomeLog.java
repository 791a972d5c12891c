package dev.facsimile.replay.run;

import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.outcome.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Writes outcomes on a thread of its own, so that the event loop never waits for the disk. Holds
 * the outcomes not yet written; the writer is many times faster than the wire.
 */
final class OutcomeLog implements Consumer<Outcome>, Closeable {
  private final RunWriter writer;
  private final RunTally tally;
  private final LinkedBlockingQueue<Optional<Outcome>> queue = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::write, "facsimile-outcome-log");
  private volatile Optional<Exception> failure = Optional.empty();

  OutcomeLog(RunWriter writer, RunTally tally) {
    this.writer = writer;
    this.tally = tally;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Takes an outcome.
   *
   * @throws UncheckedIOException if an earlier one could not be written
   */
  @Override
  public void accept(Outcome outcome) {
    if (failure.isPresent()) {
      throw new UncheckedIOException(asIo(failure.get()));
    }
    queue.add(Optional.of(outcome));
  }

  private void write() {
    try {
      for (Optional<Outcome> next = queue.take(); next.isPresent(); next = queue.take()) {
        tally.add(next.get());
        writer.write(next.get());
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      failure = Optional.of(e);
    }
  }

  private static IOException asIo(Exception error) {
    if (error instanceof IOException io) {
      return io;
    }
    if (error instanceof RuntimeException bug) {
      throw bug;
    }
    return new IOException("interrupted while writing outcomes", error);
  }

  /** Waits until everything is written; the tally may be read after it. */
  @Override
  public void close() throws IOException {
    queue.add(Optional.empty());
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while writing outcomes", e);
    }
    if (failure.isPresent()) {
      throw asIo(failure.get());
    }
  }
}
