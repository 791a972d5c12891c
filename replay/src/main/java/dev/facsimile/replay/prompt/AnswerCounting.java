package dev.facsimile.replay.prompt;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.replay.endpoint.TextKeeping;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.text.Tokenizer;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts answers with the served model's tokenizer, on a thread of its own, in the order in which
 * they come. Content, reasoning and tool calls are counted each for itself and added up; marks that
 * a server takes out of its text, such as an end-of-sequence token, are in no count. Holds up to
 * {@link #MOST_CHARS} characters that wait; an answer that finds no room there is not counted, and
 * told of.
 */
public final class AnswerCounting implements Closeable {
  /** Characters that may wait; a tokenizer takes up to a minute for them. */
  static final long MOST_CHARS = 32L << 20;

  /** Takes a count. */
  public interface Counts {
    /**
     * A count.
     *
     * @param outcome the number of the outcome whose answer it is
     */
    void count(long outcome, int tokens);
  }

  private record Work(long outcome, AnswerText text, long chars) {}

  private static final Work END = new Work(-1, new AnswerText("", "", ""), 0);

  private final Tokenizer tokenizer;
  private final TextKeeping chosen;
  private final LinkedBlockingQueue<Work> queue = new LinkedBlockingQueue<>();
  private final AtomicLong waitingChars = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();
  private volatile long counted;
  private Optional<Thread> thread = Optional.empty();
  private volatile Optional<RuntimeException> failure = Optional.empty();

  /**
   * A count to be.
   *
   * @param chosen which answers
   */
  public AnswerCounting(Tokenizer tokenizer, TextKeeping chosen) {
    this.tokenizer = tokenizer;
    this.chosen = chosen;
  }

  /** Begins. */
  public void start(Counts counts) {
    Thread counter = new Thread(() -> count(counts), "facsimile-answer-count");
    counter.setDaemon(true);
    counter.setPriority(Thread.MIN_PRIORITY);
    counter.start();
    thread = Optional.of(counter);
  }

  /**
   * A request has ended.
   *
   * @param number its outcome's
   * @param text what came; absent where there was no room for it
   */
  public void ended(long number, Outcome outcome, Optional<AnswerText> text) {
    boolean answered = outcome instanceof Outcome.Dispatched sent && sent.answer().accepted();
    if (!answered || !chosen.keeps(outcome.planned().request().id())) {
      return;
    }
    long chars = text.map(AnswerCounting::chars).orElse(0L);
    if (text.isEmpty() || waitingChars.get() + chars > MOST_CHARS) {
      missed.incrementAndGet();
      return;
    }
    waitingChars.addAndGet(chars);
    queue.add(new Work(number, text.get(), chars));
  }

  private static long chars(AnswerText text) {
    return (long) text.content().length() + text.reasoning().length() + text.toolCalls().length();
  }

  private void count(Counts counts) {
    try {
      for (Work work = queue.take(); work != END; work = queue.take()) {
        AnswerText text = work.text();
        long tokens = (long) count(text.content()) + count(text.reasoning());
        counts.count(work.outcome(), Math.toIntExact(tokens + count(text.toolCalls())));
        waitingChars.addAndGet(-work.chars());
        counted++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = Optional.of(e);
    }
  }

  private int count(String text) {
    return text.isEmpty() ? 0 : tokenizer.count(text);
  }

  /** Answers that were counted. */
  public long counted() {
    return counted;
  }

  /** Answers that were to be counted and were not: there was no room for their texts. */
  public long missed() {
    return missed.get();
  }

  /** Waits until everything that came is counted. */
  @Override
  public void close() throws IOException {
    if (thread.isEmpty()) {
      return;
    }
    queue.add(END);
    try {
      thread.get().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while counting answers", e);
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }
}
