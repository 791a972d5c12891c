package dev.facsimile.anonymize.detect.fold;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/**
 * The folding: NFKC of single characters, all decimal digits as ASCII, all spaces as a space, all
 * hyphens and dashes as {@code -}, invisible and bidirectional controls left out, and letters that
 * only look Latin as Latin where they stand in a word with Latin letters.
 */
final class Folding {
  private Folding() {}

  static FoldedText fold(String text, OffsetMap map) {
    if (isAscii(text)) {
      return new FoldedText(text, map);
    }
    StringBuilder out = new StringBuilder(text.length());
    OffsetMap.Builder offsets = new OffsetMap.Builder(text.length());
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      int next = i + Character.charCount(point);
      append(point, out, offsets, map.start(i), map.end(next - 1));
      i = next;
    }
    return new FoldedText(out.toString(), offsets.build());
  }

  private static boolean isAscii(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length == text.length();
  }

  private static void append(
      int point, StringBuilder out, OffsetMap.Builder offsets, int start, int end) {
    if (point < 0x80) {
      out.append((char) point);
      offsets.add(start, end);
      return;
    }
    String folded = foldOne(point);
    for (int k = 0; k < folded.length(); k++) {
      out.append(folded.charAt(k));
      offsets.add(start, end);
    }
  }

  private static String foldOne(int point) {
    if (Character.isDigit(point)) {
      return String.valueOf((char) ('0' + Character.digit(point, 10)));
    }
    return switch (Character.getType(point)) {
      case Character.FORMAT -> "";
      case Character.SPACE_SEPARATOR -> " ";
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> "\n";
      case Character.DASH_PUNCTUATION -> "-";
      default -> Normalizer.normalize(Character.toString(point), Normalizer.Form.NFKC);
    };
  }
}
