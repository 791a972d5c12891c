package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the signs, the runs of digits and the long runs of a text, a {@link Stretch} of it at a
 * time. What stands where is written down first, without a branch that a text would take at random;
 * only what a detector may want is told.
 */
final class LexicalPass {
  /** Shortest {@code LONG_RUN}. */
  static final int LONG = 20;

  private static final int STEP = 8;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int STRIDE = LONG - STEP + 1;

  /** Bytes in which all eights are looked at before what was kept is told. */
  private static final int STRIDES = STRIDE << 9;

  private final DigitGate gate;

  /** One for each thread. */
  private final ThreadLocal<Stretch> stretches = ThreadLocal.withInitial(Stretch::new);

  /** What the pass finds. */
  interface Events {
    /** A run of digits at which the anchors {@code fitting} of the gate may wake. */
    void digitRun(int start, int end, long fitting);

    void atSign(int at);

    /** A colon before a slash, another colon or a hexadecimal digit. */
    void colon(int at);

    void escape(int at);

    void longRun(int start, int end);
  }

  /** A pass that tells the runs of digits that {@code gate} lets through. */
  LexicalPass(DigitGate gate) {
    this.gate = gate;
  }

  /** Tells the signs {@code @ : \\ % &} and the runs of digits, in order. */
  void signs(byte[] text, Events events) {
    Stretch stretch = stretches.get();
    for (int from = 0; from < text.length; from += Stretch.LENGTH) {
      int count = stretch.places(text, from);
      count = wanted(text, stretch, count);
      for (int k = 0; k < count; k++) {
        int at = stretch.places[k];
        switch (text[at]) {
          case '@' -> events.atSign(at);
          case ':' -> events.colon(at);
          case '\\', '%', '&' -> events.escape(at);
          default -> events.digitRun(at, stretch.ends[k], stretch.fitting[k]);
        }
      }
    }
  }

  /** Keeps the signs, and of the runs of digits those that the gate lets through. */
  private int wanted(byte[] text, Stretch stretch, int count) {
    int[] places = stretch.places;
    int size = 0;
    for (int k = 0; k < count; k++) {
      int at = places[k];
      int end = digitsEnd(text, at + 1);
      long fits = text[at] - '0' >>> 1 < 5 ? gate.fitting(text, at, end) : 1;
      places[size] = at;
      stretch.ends[size] = end;
      stretch.fitting[size] = fits;
      size += (int) ((fits | -fits) >>> Long.SIZE - 1);
    }
    return size;
  }

  private static int digitsEnd(byte[] text, int from) {
    int end = from;
    while (end + STEP <= text.length) {
      long word = (long) LONGS.get(text, end);
      long others = ((word & ~HIGHS ^ 0x30 * ONES) + 0x76 * ONES | word) & HIGHS;
      end += Long.numberOfTrailingZeros(others) >>> 3;
      if (others != 0) {
        return end;
      }
    }
    while (end < text.length && text[end] >= '0' && text[end] <= '9') {
      end++;
    }
    return end;
  }

  /**
   * Tells each run of at least {@value #LONG}. It looks at eight bytes of every {@value #STRIDE}:
   * wherever such a run begins, one of these eights lies in it whole.
   */
  void runs(byte[] text, Events events) {
    int[] places = stretches.get().places;
    int told = 0;
    for (int from = 0; from + STEP <= text.length; from += STRIDES) {
      int count = inside(text, places, tight(text, from, places));
      for (int k = 0; k < count; k++) {
        int at = places[k];
        if (at >= told && mayBeLong(text, at)) {
          int end = runEnd(text, at + STEP);
          int start = runStart(text, at, told);
          if (end - start >= LONG) {
            events.longRun(start, end);
          }
          told = end;
        }
      }
    }
  }

  /**
   * Writes down where, from {@code from} on, eight bytes stand without a blank, a quote, a bracket
   * or another sign before {@code +}: little is computed for each, and most eights have one.
   */
  private static int tight(byte[] text, int from, int[] places) {
    int to = Math.min(from + STRIDES, text.length - STEP + 1);
    int size = 0;
    for (int at = from; at < to; at += STRIDE) {
      long word = (long) LONGS.get(text, at);
      // What a byte too small borrows from the next one changes nothing: this eight is out.
      long loose = (word - '+' * ONES | word) & HIGHS;
      places[size] = at;
      size += (int) ((loose | -loose) >>> Long.SIZE - 1) ^ 1;
    }
    return size;
  }

  /** Keeps the places where all eight bytes are of a run. */
  private static int inside(byte[] text, int[] places, int count) {
    int size = 0;
    for (int k = 0; k < count; k++) {
      int at = places[k];
      long outside = outside((long) LONGS.get(text, at));
      places[size] = at;
      size += (int) ((outside | -outside) >>> Long.SIZE - 1) ^ 1;
    }
    return size;
  }

  /** Whether enough of the run stands around the eight bytes at {@code at}. */
  private static boolean mayBeLong(byte[] text, int at) {
    if (at < STEP || at + 2 * STEP > text.length) {
      return true;
    }
    int before = Long.numberOfLeadingZeros(outside((long) LONGS.get(text, at - STEP)));
    int after = Long.numberOfTrailingZeros(outside((long) LONGS.get(text, at + STEP)));
    return (before >>> 3) + (after >>> 3) >= STEP;
  }

  private static int runStart(byte[] text, int from, int least) {
    int start = from;
    while (start - STEP >= least) {
      long outside = outside((long) LONGS.get(text, start - STEP));
      start -= Long.numberOfLeadingZeros(outside) >>> 3;
      if (outside != 0) {
        return start;
      }
    }
    while (start > least && isInside(text[start - 1])) {
      start--;
    }
    return start;
  }

  private static int runEnd(byte[] text, int from) {
    int end = from;
    while (end + STEP <= text.length) {
      long outside = outside((long) LONGS.get(text, end));
      end += Long.numberOfTrailingZeros(outside) >>> 3;
      if (outside != 0) {
        return end;
      }
    }
    while (end < text.length && isInside(text[end])) {
      end++;
    }
    return end;
  }

  private static boolean isInside(byte b) {
    return outside(b & 0xffL | 'a' * (ONES << Byte.SIZE)) == 0;
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
}
