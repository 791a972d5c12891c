package dev.facsimile.anonymize.detect.fold;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A text as the detectors see it, with the way back to the original. It is a {@link CharSequence},
 * so that a bounded regular expression can run on a slice of it.
 *
 * <p>Folding is for finding alone: what is released is made of the original.
 */
public final class FoldedText implements CharSequence {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUESTIONS = 0x3f3f3f3f3f3f3f3fL;

  private final String units;
  private final OffsetMap map;
  private final byte[] bytes;

  FoldedText(String units, OffsetMap map, byte[] bytes) {
    this.units = units;
    this.map = map;
    this.bytes = bytes;
  }

  /** Folds {@code original}; an ASCII text is used as it is. */
  public static FoldedText of(String original) {
    return of(original, OffsetMap.IDENTITY);
  }

  /** Folds text that was decoded or joined, whose way back to the original is {@code map}. */
  public static FoldedText of(String decoded, OffsetMap map) {
    // Copies eight letters at a time; what is above 0xff becomes a question mark.
    byte[] bytes = decoded.getBytes(StandardCharsets.ISO_8859_1);
    return isAscii(decoded, bytes)
        ? new FoldedText(decoded, map, bytes)
        : Folding.fold(decoded, map);
  }

  private static boolean isAscii(String text, byte[] bytes) {
    if (bytes.length != text.length()) {
      return false;
    }
    int whole = bytes.length & -8;
    for (int i = 0; i < whole; i += 8) {
      long word = (long) LONGS.get(bytes, i);
      if ((word & HIGHS) != 0) {
        return false;
      }
      long other = (word ^ QUESTIONS) + ~HIGHS;
      if ((~other & HIGHS) != 0 && !isSame(text, bytes, i, i + 8)) {
        return false;
      }
    }
    return isSame(text, bytes, whole, bytes.length);
  }

  /** Whether each byte is its unit, and no question mark that stands for another. */
  private static boolean isSame(String text, byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The unit at {@code index}, or 0 outside of the text: a look around needs no range check. */
  public char at(int index) {
    if (index < 0 || index >= bytes.length) {
      return 0;
    }
    byte ascii = bytes[index];
    return ascii >= 0 ? (char) ascii : units.charAt(index);
  }

  /** The folded text as a string. */
  public String string() {
    return units;
  }

  /** The folded text with one byte for each unit: ASCII as it is, any other as -1. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether {@code literal} stands at {@code index}, letter by letter. */
  public boolean startsWith(String literal, int index) {
    return units.startsWith(literal, index);
  }

  /** A slice; the ends are cut to the text. */
  public String slice(int start, int end) {
    int from = Math.max(0, start);
    return units.substring(from, Math.max(from, Math.min(end, units.length())));
  }

  /** Where unit {@code index} begins in the original. */
  public int originalStart(int index) {
    return map.start(index);
  }

  /** Where unit {@code index} ends in the original. */
  public int originalEnd(int index) {
    return map.end(index);
  }

  /** The way back to the original of every unit. */
  public OffsetMap map() {
    return map;
  }

  @Override
  public int length() {
    return units.length();
  }

  @Override
  public char charAt(int index) {
    return units.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return units.substring(start, end);
  }

  @Override
  public String toString() {
    return units;
  }
}
