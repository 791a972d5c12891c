package dev.facsimile.anonymize.detect.fold;

import java.nio.charset.StandardCharsets;

/**
 * A text as the detectors see it, with the way back to the original. It is a {@link CharSequence},
 * so that a bounded regular expression can run on a slice of it.
 *
 * <p>Folding is for finding alone: what is released is made of the original.
 */
public final class FoldedText implements CharSequence {
  private final String units;
  private final OffsetMap map;
  private final boolean ascii;

  FoldedText(String units, OffsetMap map, boolean ascii) {
    this.units = units;
    this.map = map;
    this.ascii = ascii;
  }

  /** Folds {@code original}; an ASCII text is used as it is. */
  public static FoldedText of(String original) {
    return of(original, OffsetMap.IDENTITY);
  }

  /** Folds text that was decoded or joined, whose way back to the original is {@code map}. */
  public static FoldedText of(String decoded, OffsetMap map) {
    return isAscii(decoded) ? new FoldedText(decoded, map, true) : Folding.fold(decoded, map);
  }

  private static boolean isAscii(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length == text.length();
  }

  /** The unit at {@code index}, or 0 outside of the text: a look around needs no range check. */
  public char at(int index) {
    return index < 0 || index >= units.length() ? 0 : units.charAt(index);
  }

  /** The folded text as a string. */
  public String string() {
    return units;
  }

  /** The folded text with one byte for each unit: ASCII as it is, any other as -1. */
  public byte[] bytes() {
    if (ascii) {
      return units.getBytes(StandardCharsets.ISO_8859_1);
    }
    byte[] bytes = new byte[units.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = units.charAt(i);
      bytes[i] = c < 0x80 ? (byte) c : -1;
    }
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
