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

  private Foreign(byte[] bytes) {
    this.bytes = bytes;
  }

  static Foreign in(String text) {
    // What is above 0xff becomes a question mark, and a pair of surrogates becomes a single one.
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length != text.length()) {
      Foreign foreign = new Foreign(new byte[text.length()]);
      foreign.copy(text.toCharArray());
      return foreign;
    }
    Foreign foreign = new Foreign(bytes);
    boolean narrow = new String(bytes, StandardCharsets.ISO_8859_1).equals(text);
    foreign.look(text, narrow ? 0 : HIGHS);
    return foreign;
  }

  /** Looks at the units above 0x7f, and at the question marks where {@code questions} is set. */
  private void look(String text, long questions) {
    int whole = bytes.length & -STEP;
    for (int i = 0; i < whole; i += STEP) {
      long word = (long) LONGS.get(bytes, i);
      long asked = ~((word & ~HIGHS ^ QUESTIONS) + ~HIGHS) & questions & ~word;
      for (long mask = word & HIGHS | asked; mask != 0; mask &= mask - 1) {
        look(text, i + (Long.numberOfTrailingZeros(mask) >>> 3));
      }
    }
    for (int i = whole; i < bytes.length; i++) {
      look(text, i);
    }
  }

  private void look(String text, int i) {
    if (bytes[i] < 0 || bytes[i] != text.charAt(i)) {
      add(i);
      bytes[i] = OTHER;
    }
  }

  private void copy(char[] units) {
    int i = 0;
    while (i < units.length) {
      // Four at a time as long as all are ASCII.
      while (i + 4 <= units.length
          && (units[i] | units[i + 1] | units[i + 2] | units[i + 3]) <= 0x7f) {
        bytes[i] = (byte) units[i];
        bytes[i + 1] = (byte) units[i + 1];
        bytes[i + 2] = (byte) units[i + 2];
        bytes[i + 3] = (byte) units[i + 3];
        i += 4;
      }
      for (int end = Math.min(units.length, i + 4); i < end; i++) {
        bytes[i] = Folding.asByte(units[i]);
        if (units[i] > 0x7f) {
          add(i);
        }
      }
    }
  }

  private void add(int place) {
    places = count == places.length ? Arrays.copyOf(places, 2 * count + 16) : places;
    places[count++] = place;
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
