package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.rule.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * Which detectors a run of digits wakes, by its length and the two characters on either side: three
 * look-ups give the anchors that fit, one bit each.
 */
final class DigitGate {
  private static final int LONGEST = 64;
  private static final int MOST_ANCHORS = 64;
  private static final int KIND_BITS = 6;
  private static final int FOREIGN = 0;
  private static final String HEX_SMALL = "abcdef";
  private static final byte[] KINDS = new byte[256];
  private static final char[] KIND_SIGNS = new char[1 << KIND_BITS];
  private static final int KIND_COUNT = kinds();

  private final List<Anchor.Digits> anchors = new ArrayList<>();
  private final int[] owners = new int[MOST_ANCHORS];
  private final long[] byLength = new long[LONGEST + 1];
  private final long[] byBefore = new long[1 << 2 * KIND_BITS];
  private final long[] byAfter = new long[1 << 2 * KIND_BITS];

  /** One kind for each sign, and one for all that are told apart by no detector. */
  private static int kinds() {
    int count = 1;
    for (char c = 0; c < 0x80; c++) {
      String like = Character.isDigit(c) ? "0" : HEX_SMALL.indexOf(c) >= 0 ? "a" : "";
      like = c >= 'A' && c <= 'F' ? "A" : like;
      like = c > 'F' && c <= 'Z' && "ISX".indexOf(c) < 0 ? "G" : like;
      like = c > 'f' && c <= 'z' && "isx".indexOf(c) < 0 ? "g" : like;
      like = c > 0 && c < ' ' && c != '\t' && c != '\n' || c == 0x7f ? "\1" : like;
      if (!like.isEmpty() && like.charAt(0) != c) {
        KINDS[c] = KINDS[like.charAt(0)];
      } else {
        KINDS[c] = (byte) count;
        KIND_SIGNS[count++] = c;
      }
    }
    return count;
  }

  /** Adds an anchor of the detector numbered {@code detector}; those of one follow one another. */
  void add(Anchor.Digits anchor, int detector) {
    if (anchors.size() == MOST_ANCHORS) {
      throw new IllegalArgumentException(
          "more than " + MOST_ANCHORS + " anchors of digit runs: give some detectors one for all");
    }
    long bit = 1L << anchors.size();
    owners[anchors.size()] = detector;
    anchors.add(anchor);
    for (int length = 0; length <= LONGEST; length++) {
      boolean longer = length == LONGEST && anchor.atMost() >= LONGEST;
      if (longer || length >= anchor.atLeast() && length <= anchor.atMost()) {
        byLength[length] |= bit;
      }
    }
    for (int near = 0; near < KIND_COUNT; near++) {
      for (int far = 0; far < KIND_COUNT; far++) {
        boolean unknown = near == FOREIGN || far == FOREIGN;
        char nearSign = KIND_SIGNS[near];
        char farSign = KIND_SIGNS[far];
        int place = near << KIND_BITS | far;
        byBefore[place] |= unknown || anchor.before().fits(nearSign, farSign) ? bit : 0;
        byAfter[place] |= unknown || anchor.after().fits(nearSign, farSign) ? bit : 0;
      }
    }
  }

  /** The anchors that fit the run from {@code start} to {@code end}, one bit each. */
  long fitting(byte[] text, int start, int end) {
    long fits = byLength[Math.min(end - start, LONGEST)];
    fits &= byAfter[kind(text, end) << KIND_BITS | kind(text, end + 1)];
    return fits & byBefore[kind(text, start - 1) << KIND_BITS | kind(text, start - 2)];
  }

  /** The detector of the lowest of {@code fitting}. */
  int detector(long fitting) {
    return owners[Long.numberOfTrailingZeros(fitting)];
  }

  /** {@code fitting} without the anchors of a detector that has been woken. */
  long without(long fitting, int detector) {
    long rest = fitting;
    while (rest != 0 && detector(rest) == detector) {
      rest &= rest - 1;
    }
    return rest;
  }

  private static int kind(byte[] text, int i) {
    return i < 0 || i >= text.length ? KINDS[0] : KINDS[text[i] & 0xff];
  }
}
