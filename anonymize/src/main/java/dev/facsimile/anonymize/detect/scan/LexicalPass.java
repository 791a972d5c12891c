package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads on from the signs of a text, and finds its long runs. */
final class LexicalPass {
  /** Shortest {@code LONG_RUN}. */
  static final int LONG = 20;

  private static final int STEP = 8;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final boolean[] RUN = new boolean[256];

  static {
    for (char c = 0; c < 128; c++) {
      RUN[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }
    for (char c : "+/_-".toCharArray()) {
      RUN[c] = true;
    }
  }

  private final byte[] text;
  private final Events events;

  /** What the pass finds. */
  interface Events {
    void digitRun(int start, int end);

    void atSign(int at);

    void colon(int at);

    void escape(int at);

    void longRun(int start, int end);
  }

  LexicalPass(byte[] text, Events events) {
    this.text = text;
    this.events = events;
  }

  /**
   * Tells each run of at least {@value #LONG}. It looks at the end of where one could be first: a
   * run that ends before it cannot be long enough, so most of the text is passed over.
   */
  void runs() {
    int from = 0;
    while (from + LONG <= text.length) {
      int last = from + LONG - 1;
      int out = lastOutside(last);
      if (out >= from) {
        from = out + 1;
      } else {
        while (last >= from && RUN[text[last] & 0xff]) {
          last--;
        }
        if (last < from) {
          int end = from + LONG;
          while (end < text.length && RUN[text[end] & 0xff]) {
            end++;
          }
          events.longRun(from, end);
          last = end;
        }
        from = last + 1;
      }
    }
  }

  /** The last of the eight bytes up to {@code last} that stands in no run, or below 0. */
  private int lastOutside(int last) {
    long word = (long) LONGS.get(text, last + 1 - STEP);
    long outside = ~inRun(word & ~HIGHS) & HIGHS | word & HIGHS;
    return outside == 0 ? -1 : last - (Long.numberOfLeadingZeros(outside) >>> 3);
  }

  /** High bit of each byte that may stand in a run: a letter, a digit or one of {@code + / _ -}. */
  private static long inRun(long low) {
    long folded = low | 0x20 * ONES;
    long letters = (folded + 0x1f * ONES) & ~(folded + 0x05 * ONES);
    long digits = ~((low ^ 0x30 * ONES) + 0x76 * ONES);
    // One bit is between + and /, so that one comparison finds both.
    long signs = equal(low | 0x04 * ONES, '/') | equal(low, '-') | equal(low, '_');
    return letters | digits | signs;
  }

  /** High bit of each byte of {@code low} that equals {@code c}; no byte of low has its own set. */
  private static long equal(long low, char c) {
    long x = low ^ c * ONES;
    return ~(x + 0x7f * ONES) & HIGHS;
  }

  /** Reads on from a sign, or from the first of a run of digits. */
  void sign(int at) {
    switch (text[at]) {
      case '@' -> events.atSign(at);
      case ':' -> events.colon(at);
      case '\\', '%', '&' -> events.escape(at);
      default -> digits(at);
    }
  }

  private void digits(int start) {
    int end = start + 1;
    while (isDigit(end)) {
      end++;
    }
    events.digitRun(start, end);
  }

  private boolean isDigit(int i) {
    return i < text.length && text[i] >= '0' && text[i] <= '9';
  }
}
