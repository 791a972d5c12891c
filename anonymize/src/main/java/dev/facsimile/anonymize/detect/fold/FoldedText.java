package dev.facsimile.anonymize.detect.fold;

/**
 * A text as the detectors see it, with the way back to the original. It is a {@link CharSequence},
 * so that a bounded regular expression can run on a slice of it.
 *
 * <p>Folding is for finding alone: what is released is made of the original.
 */
public final class FoldedText implements CharSequence {
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
    Foreign foreign = Foreign.in(decoded);
    return foreign.count() == 0
        ? new FoldedText(decoded, map, foreign.bytes())
        : Folding.fold(decoded, map, foreign);
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
