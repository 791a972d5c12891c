package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds digits, signs and long runs in a text: eight bytes at a time where nothing of interest
 * stands, which is most of the time.
 */
final class LexicalPass {
  /** Shortest {@code LONG_RUN}. */
  static final int LONG = 20;

  private static final int STEP = 8;
  private static final int NUMBER_DIGITS = 7;
  private static final int NUMBER_UNITS = 40;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final boolean[] RUN = new boolean[256];
  private static final boolean[] BETWEEN = new boolean[256];

  static {
    for (char c = 0; c < 128; c++) {
      RUN[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }
    for (char c : "+/_-".toCharArray()) {
      RUN[c] = true;
    }
    for (char c : " -./()+,".toCharArray()) {
      BETWEEN[c] = true;
    }
  }

  private final byte[] text;
  private final Events events;
  private int digitsDone;
  private int numberDone;

  /** What the pass finds. */
  interface Events {
    void digitRun(int start, int end);

    void number(int start, int end);

    void atSign(int at);

    void colon(int at);

    void escape(int at);

    void longRun(int start, int end);
  }

  LexicalPass(byte[] text, Events events) {
    this.text = text;
    this.events = events;
  }

  void run() {
    int whole = text.length & -STEP;
    int run = 0;
    long digitBefore = 0;
    for (int i = 0; i < whole; i += STEP) {
      long word = (long) LONGS.get(text, i);
      long low = word & ~HIGHS;
      long ascii = ~word & HIGHS;
      long digits = ~((low ^ 0x30 * ONES) + 0x76 * ONES) & ascii;
      long signs =
          (equal(low, '@') | equal(low, ':') | equal(low, '\\') | equal(low, '%') | equal(low, '&'))
              & ascii;
      long runStarts = digits & ~(digits << 8 | digitBefore);
      digitBefore = digits >>> 56;
      for (long mask = runStarts | signs; mask != 0; mask &= mask - 1) {
        at(i + (Long.numberOfTrailingZeros(mask) >>> 3));
      }
      long ends = ~inRun(low, digits) & HIGHS | word & HIGHS;
      if (ends == 0) {
        run += STEP;
        continue;
      }
      int goesOn = Long.numberOfTrailingZeros(ends) >>> 3;
      if (run + goesOn >= LONG) {
        events.longRun(i - run, i + goesOn);
      }
      run = Long.numberOfLeadingZeros(ends) >>> 3;
    }
    rest(whole, run);
  }

  /** The last bytes one by one, after a run of so many. */
  private void rest(int from, int runBefore) {
    int run = runBefore;
    for (int i = from; i < text.length; i++) {
      at(i);
      if (RUN[text[i] & 0xff]) {
        run++;
      } else {
        tell(run, i);
        run = 0;
      }
    }
    tell(run, text.length);
  }

  private void tell(int run, int end) {
    if (run >= LONG) {
      events.longRun(end - run, end);
    }
  }

  /** High bit of each byte that may stand in a run: a letter, a digit or one of {@code + / _ -}. */
  private static long inRun(long low, long digits) {
    long folded = low | 0x20 * ONES;
    long letters = (folded + 0x1f * ONES) & ~(folded + 0x05 * ONES);
    // One bit is between + and /, so that one comparison finds both.
    long signs = equal(low | 0x04 * ONES, '/') | equal(low, '-') | equal(low, '_');
    return letters | digits | signs;
  }

  /** High bit of each byte of {@code low} that equals {@code c}; no byte of low has its own set. */
  private static long equal(long low, char c) {
    long x = low ^ c * ONES;
    return ~(x + 0x7f * ONES) & HIGHS;
  }

  private void at(int i) {
    switch (text[i]) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        if (i >= digitsDone) {
          digits(i);
        }
      }
      case '@' -> events.atSign(i);
      case ':' -> events.colon(i);
      case '\\', '%', '&' -> events.escape(i);
      default -> {}
    }
  }

  private void digits(int start) {
    int end = start;
    while (isDigit(end)) {
      end++;
    }
    digitsDone = end;
    events.digitRun(start, end);
    if (start >= numberDone) {
      number(start, end);
    }
  }

  private boolean isDigit(int i) {
    return i < text.length && text[i] >= '0' && text[i] <= '9';
  }

  private void number(int start, int firstEnd) {
    int digits = firstEnd - start;
    int end = firstEnd;
    int i = firstEnd;
    while (i < text.length && i - start < NUMBER_UNITS) {
      int gap = 0;
      while (gap <= 2 && i + gap < text.length && BETWEEN[text[i + gap] & 0xff]) {
        gap++;
      }
      if (gap == 0 || gap > 2 || !isDigit(i + gap)) {
        break;
      }
      i += gap;
      while (isDigit(i) && i - start < NUMBER_UNITS) {
        i++;
        digits++;
      }
      end = i;
    }
    numberDone = end;
    if (digits >= NUMBER_DIGITS) {
      int from = start;
      while (from > 0 && start - from < 2 && (text[from - 1] == '(' || text[from - 1] == '+')) {
        from--;
      }
      events.number(from, end);
    }
  }
}
