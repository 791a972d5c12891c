package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.random.SeededStreams;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which answers' texts are kept while they come, and how much of them in all. Safe for use by
 * several threads.
 */
public final class TextKeeping {
  /** No text is kept. */
  public static final TextKeeping NONE = new TextKeeping(0, 0);

  private static final SeededStreams DRAW = new SeededStreams(0);
  private static final double RANGE = 0x1p-53;
  private static final int BITS = 11;

  private final double share;
  private final long mostBytes;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * Some answers, in bounded memory.
   *
   * @param share of the requests, 0 to 1, drawn by their ids: the same ones each time
   * @param mostBytes of the answers that are under way together; one that finds no room is not kept
   */
  public TextKeeping(double share, long mostBytes) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share is " + share + ", expected 0 to 1");
    }
    this.share = share;
    this.mostBytes = mostBytes;
  }

  /** Every answer, whatever it takes. */
  public static TextKeeping all() {
    return new TextKeeping(1, Long.MAX_VALUE);
  }

  /** Whether a request's answer is one of them. */
  public boolean keeps(String requestId) {
    return share >= 1
        || share > 0 && (DRAW.value("answer-text-" + requestId, 0) >>> BITS) * RANGE < share;
  }

  /** Takes room; says whether there was any. */
  boolean take(long more) {
    if (bytes.addAndGet(more) <= mostBytes) {
      return true;
    }
    bytes.addAndGet(-more);
    return false;
  }

  void give(long back) {
    bytes.addAndGet(-back);
  }
}
