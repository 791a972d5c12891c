package dev.facsimile.replay.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.replay.engine.Results;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes outcomes on a thread of its own, so that the event loop never waits for the disk. Holds
 * the outcomes not yet written; the writer is many times faster than the wire. What was taken is
 * handed to the operating system within a second.
 */
final class OutcomeLog implements Consumer<Outcome>, Results, Closeable {
  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** One thing to write. */
  private interface Entry {
    void write() throws IOException;
  }

  private static final Entry END = () -> {};

  private final RunWriter writer;
  private final RunTally tally;
  private final LinkedBlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
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
    take(
        () -> {
          tally.add(outcome);
          writer.write(outcome);
        });
  }

  @Override
  public void outcome(Outcome outcome) {
    accept(outcome);
  }

  @Override
  public void attempt(Attempt attempt) {
    take(() -> writer.write(attempt));
  }

  @Override
  public void text(String requestId, AnswerText text) {
    take(() -> writer.response(line(requestId, text)));
  }

  /** Takes a figure of the server. */
  void sample(ServerSample sample) {
    take(() -> writer.write(sample));
  }

  private static String line(String requestId, AnswerText text) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("request_id", requestId);
    line.put("content", text.content());
    if (!text.reasoning().isEmpty()) {
      line.put("reasoning", text.reasoning());
    }
    if (!text.toolCalls().isEmpty()) {
      line.put("tool_calls", text.toolCalls());
    }
    return line.toString();
  }

  private void take(Entry entry) {
    if (failure.isPresent()) {
      throw new UncheckedIOException(asIo(failure.get()));
    }
    queue.add(entry);
  }

  private void write() {
    try {
      long flushed = System.nanoTime();
      Entry next = queue.take();
      while (next != END) {
        next.write();
        long now = System.nanoTime();
        if (now - flushed >= FLUSH_NANOS) {
          writer.flush();
          flushed = now;
        }
        next = queue.poll(FLUSH_NANOS, TimeUnit.NANOSECONDS);
        if (next == null) {
          writer.flush();
          flushed = System.nanoTime();
          next = queue.take();
        }
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
    queue.add(END);
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
