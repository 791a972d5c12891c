package dev.facsimile.synth.length;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Which of consecutive requests come later than the one before, by the millisecond. Holds a bit for
 * each request. Those of consecutive parts merge.
 */
public final class TimeSteps implements Serializable {
  private static final long serialVersionUID = 1;

  private long[] words = new long[1];
  private long size;
  private long firstMillis;
  private long lastMillis;

  /** Takes the next request's time, not before the last one's. */
  public void add(long millis) {
    if (size == 0) {
      firstMillis = millis;
    }
    add(millis > lastMillis);
    lastMillis = millis;
  }

  private void add(boolean later) {
    int word = (int) (size >>> 6);
    if (word == words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    if (later) {
      words[word] |= 1L << size;
    }
    size++;
  }

  /** Takes the requests right behind those seen here. */
  public void merge(TimeSteps behind) {
    if (behind.size == 0) {
      return;
    }
    firstMillis = size == 0 ? behind.firstMillis : firstMillis;
    add(behind.firstMillis > lastMillis);
    for (long i = 1; i < behind.size; i++) {
      add((behind.words[(int) (i >>> 6)] >>> i & 1) != 0);
    }
    lastMillis = behind.lastMillis;
  }

  /** Requests seen. */
  public long size() {
    return size;
  }

  /** The first request, from number {@code from} on, that is later; the size if there is none. */
  long next(long from) {
    long at = from;
    while (at < size) {
      long rest = words[(int) (at >>> 6)] >>> at;
      if (rest != 0) {
        return at + Long.numberOfTrailingZeros(rest);
      }
      at = (at | 63) + 1;
    }
    return size;
  }
}
