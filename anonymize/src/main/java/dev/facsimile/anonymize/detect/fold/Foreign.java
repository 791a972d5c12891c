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
    boolean narrow = !paired && new String(latin, StandardCharsets.ISO_8859_1).equals(text);
    Foreign foreign = new Foreign(paired ? new byte[text.length()] : latin);
    if (!narrow || !isAscii(latin)) {
      foreign.look(text, latin, narrow ? 0 : HIGHS);
    }
    return foreign;
  }

  private static boolean isAscii(byte[] latin) {
    int whole = latin.length & -STEP;
    long any = 0;
    for (int i = 0; i < whole; i += STEP) {
      any |= (long) LONGS.get(latin, i);
    }
    for (int i = whole; i < latin.length; i++) {
      any |= latin[i];
    }
    return (any & HIGHS) == 0;
  }

  /** Looks at what is above 0x7f, and at the question marks where {@code questions} is set. */
  private void look(String text, byte[] latin, long questions) {
    int whole = latin.length & -STEP;
    for (int i = 0; i < whole; i += STEP) {
      long word = (long) LONGS.get(latin, i);
      long asked = ~((word & ~HIGHS ^ QUESTIONS) + ~HIGHS) & questions & ~word;
      for (long mask = word & HIGHS | asked; mask != 0; mask &= mask - 1) {
        look(text, latin, i + (Long.numberOfTrailingZeros(mask) >>> 3));
      }
    }
    for (int i = whole; i < latin.length; i++) {
      look(text, latin, i);
    }
    copy(latin, latin.length);
  }

  /** The units are ahead of {@code latin} by one for each pair of surrogates. */
  private void look(String text, byte[] latin, int i) {
    int at = i + pairs;
    if (latin[i] >= 0 && latin[i] == text.charAt(at)) {
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
