package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the signs, the runs of digits and the long runs of a text, eight bytes at a time. */
final class LexicalPass {
  /** Shortest {@code LONG_RUN}. */
  static final int LONG = 20;

  private static final int STEP = 8;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int STRIDE = LONG - STEP + 1;
  private static final boolean[] RUN = new boolean[256];
  private static final boolean[] SIGN = new boolean[256];

  static {
    for (char c = 0; c < 128; c++) {
      RUN[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }
    for (char c : "+/_-".toCharArray()) {
      RUN[c] = true;
    }
    for (char c : "@:\\%&".toCharArray()) {
      SIGN[c] = true;
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

  /** Tells the signs {@code @ : \\ % &} and the runs of digits, in order. */
  void signs() {
    int whole = text.length & -STEP;
    long digitBefore = 0;
    for (int i = 0; i < whole; i += STEP) {
      long word = (long) LONGS.get(text, i);
      long low = word & ~HIGHS;
      long digits = ~((low ^ 0x30 * ONES) + 0x76 * ONES) & ~word & HIGHS;
      long begins = digits & ~(digits << Byte.SIZE | digitBefore);
      digitBefore = digits >>> Long.SIZE - Byte.SIZE;
      for (long mask = begins | ~(noSign(low) | word) & HIGHS; mask != 0; mask &= mask - 1) {
        sign(i + (Long.numberOfTrailingZeros(mask) >>> 3));
      }
    }
    for (int i = whole; i < text.length; i++) {
      if (SIGN[text[i] & 0xff] || isDigit(i) && (i == 0 || !isDigit(i - 1))) {
        sign(i);
      }
    }
  }

  /** High bit of each byte of {@code low} that is none of the five signs. */
  private static long noSign(long low) {
    long percentOrAnd = low + 0x5b * ONES & ~(low + 0x59 * ONES);
    return differs(low, '@') & differs(low, ':') & differs(low, '\\') & ~percentOrAnd;
  }

  /**
   * Tells each run of at least {@value #LONG}. It looks at eight bytes of every {@value #STRIDE}:
   * wherever such a run begins, one of these eights lies in it whole.
   */
  void runs() {
    int told = 0;
    for (int i = 0; i + STEP <= text.length; i += STRIDE) {
      if (outside((long) LONGS.get(text, i)) == 0 && i >= told) {
        int start = i;
        while (start > told && RUN[text[start - 1] & 0xff]) {
          start--;
        }
        int end = i + STEP;
        while (end < text.length && RUN[text[end] & 0xff]) {
          end++;
        }
        if (end - start >= LONG) {
          events.longRun(start, end);
        }
        told = end;
        i = Math.max(i, end - STRIDE);
      }
    }
  }

  /** High bit of each byte that stands in no run: no letter, digit or one of {@code + / _ -}. */
  private static long outside(long word) {
    long low = word & ~HIGHS;
    long folded = low | 0x20 * ONES;
    long letters = folded + 0x1f * ONES & ~(folded + 0x05 * ONES);
    long noDigit = (low ^ 0x30 * ONES) + 0x76 * ONES;
    // One bit is between + and /, so that one comparison finds both.
    long noSign = differs(low | 0x04 * ONES, '/') & differs(low, '-') & differs(low, '_');
    return (~letters & noDigit & noSign | word) & HIGHS;
  }

  /** High bit of each byte of {@code low} that is not {@code c}; no byte of low has its own set. */
  private static long differs(long low, char c) {
    return (low ^ c * ONES) + 0x7f * ONES;
  }

  private void sign(int at) {
    switch (text[at]) {
      case '@' -> events.atSign(at);
      case ':' -> events.colon(at);
      case '\\', '%', '&' -> events.escape(at);
      default -> digits(at);
    }
  }

  private void digits(int start) {
    int end = start + 1;
    while (end < text.length && isDigit(end)) {
      end++;
    }
    events.digitRun(start, end);
  }

  private boolean isDigit(int i) {
    return text[i] >= '0' && text[i] <= '9';
  }
}
