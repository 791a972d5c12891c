package dev.facsimile.anonymize.detect.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where a text is not ASCII, and its units as bytes: ASCII as it is, any other as -1. Most texts
 * are ASCII or nearly so: they are copied and looked through eight units at a time.
 */
final class Foreign {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int STEP = 8;

  /** Looked at together. */
  private static final int STEPS = 4 * STEP;

  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUESTIONS = 0x3f3f3f3f3f3f3f3fL;
  private static final byte OTHER = -1;

  private final byte[] bytes;
  private int[] places = {};
  private int count;

  /** How much of the text has been copied, and the pairs of surrogates in that. */
  private int copied;

  private int pairs;

  private Foreign(byte[] bytes) {
    this.bytes = bytes;
  }

  static Foreign in(String text) {
    // What is above 0xff becomes a question mark, and a pair of surrogates becomes a single one.
    byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
    boolean paired = latin.length != text.length();
    Foreign foreign = new Foreign(paired ? new byte[text.length()] : latin);
    foreign.look(text, latin);
    return foreign;
  }

  /** Looks at what is above 0x7f, and at the question marks. */
  private void look(String text, byte[] latin) {
    int whole = latin.length & -STEPS;
    for (int i = 0; i < whole; i += STEPS) {
      long odd = 0;
      for (int k = 0; k < STEPS; k += STEP) {
        odd |= odd((long) LONGS.get(latin, i + k));
      }
      if ((odd & HIGHS) != 0) {
        for (int k = i; k < i + STEPS; k++) {
          look(text, latin, k);
        }
      }
    }
    for (int i = whole; i < latin.length; i++) {
      look(text, latin, i);
    }
    copy(latin, latin.length);
  }

  /** The high bit of each byte that is no ASCII or a question mark; the other bits mean nothing. */
  private static long odd(long word) {
    return ~((word & ~HIGHS ^ QUESTIONS) + ~HIGHS) | word;
  }

  /** The units are ahead of {@code latin} by one for each pair of surrogates. */
  private void look(String text, byte[] latin, int i) {
    int at = i + pairs;
    if (latin[i] >= 0 && (latin[i] != '?' || text.charAt(at) == '?')) {
      return;
    }
    copy(latin, i);
    copied = i + 1;
    add(at);
    if (Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1))) {
      pairs++;
      add(at + 1);
    }
  }

  private void copy(byte[] latin, int to) {
    if (latin != bytes) {
      System.arraycopy(latin, copied, bytes, copied + pairs, to - copied);
    }
  }

  private void add(int place) {
    places = count == places.length ? Arrays.copyOf(places, 2 * count + 16) : places;
    places[count++] = place;
    bytes[place] = OTHER;
  }

  int count() {
    return count;
  }

  /** Place of one of them, ascending. */
  int place(int index) {
    return places[index];
  }

  byte[] bytes() {
    return bytes;
  }
}
