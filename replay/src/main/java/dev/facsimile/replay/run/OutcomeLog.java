package dev.facsimile.replay.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.replay.prompt.AnswerCounting;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes outcomes on a thread of its own, so that the event loop never waits for the disk, nor
 * wakes anybody: the writer looks by itself, {@link #LOOKS_PER_SECOND} times a second. Holds the
 * outcomes not yet written; the writer is many times faster than the wire. What was taken is handed
 * to the operating system within a second.
 */
final class OutcomeLog implements Closeable {
  private static final int LOOKS_PER_SECOND = 50;
  private static final int LOOKS_PER_FLUSH = 25;

  /** One thing to write. */
  private interface Entry {
    void write() throws IOException;
  }

  private final RunWriter writer;
  private final RunTally tally;
  private final Optional<AnswerCounting> counting;
  private final Queue<Entry> queue = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::write, "facsimile-outcome-log");
  private volatile Optional<Exception> failure = Optional.empty();

  /**
   * A log.
   *
   * @param counting is told of each outcome once it is written, and tells its counts
   */
  OutcomeLog(RunWriter writer, RunTally tally, Optional<AnswerCounting> counting) {
    this.writer = writer;
    this.tally = tally;
    this.counting = counting;
    counting.ifPresent(c -> c.start((row, tokens) -> take(() -> writer.count(row, tokens))));
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.start();
  }

  /**
   * Takes an outcome.
   *
   * @param answer its text, where that was kept
   * @throws UncheckedIOException if an earlier one could not be written
   */
  void outcome(Outcome outcome, Optional<AnswerText> answer) {
    take(
        () -> {
          tally.add(outcome);
          long number = writer.write(outcome);
          if (counting.isPresent()) {
            counting.get().ended(number, outcome, answer);
          }
        });
  }

  void attempt(Attempt attempt) {
    take(() -> writer.write(attempt));
  }

  void text(String requestId, AnswerText text) {
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
      boolean last = false;
      for (long look = 1; !last; look++) {
        last = closed.await(1_000 / LOOKS_PER_SECOND, TimeUnit.MILLISECONDS);
        writeQueued();
        if (last || look % LOOKS_PER_FLUSH == 0) {
          writer.flush();
        }
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      failure = Optional.of(e);
    }
  }

  private void writeQueued() throws IOException {
    for (Entry next = queue.poll(); next != null; next = queue.poll()) {
      next.write();
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

  /** Waits until everything is written and counted; the tally may be read after it. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while writing outcomes", e);
    }
    if (failure.isPresent()) {
      throw asIo(failure.get());
    }
    if (counting.isPresent()) {
      counting.get().close();
      writeQueued();
    }
  }
}
