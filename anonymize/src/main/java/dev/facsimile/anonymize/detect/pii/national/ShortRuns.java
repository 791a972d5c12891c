package dev.facsimile.anonymize.detect.pii.national;

import dev.facsimile.anonymize.detect.pii.Chars;
import dev.facsimile.anonymize.detect.rule.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands beside the first digits of a number where they are few. Texts are full of small
 * numbers, and nearly all of them can be told from any country's by the signs right beside them.
 */
final class ShortRuns {
  private final List<Follow> follows = new ArrayList<>();

  /** What stands beside first runs of one length. */
  private static final class Follow {
    private final int length;
    private boolean letterBefore;
    private boolean wordBefore;
    private boolean letterAfter;
    private final StringBuilder beforeDigit = new StringBuilder();
    private final StringBuilder beforeLetter = new StringBuilder();

    Follow(int length) {
      this.length = length;
    }

    private void add(String shape) {
      if (shape.charAt(0) == 'X') {
        letterBefore = true;
        letterAfter = true;
        return;
      }
      int first = shape.indexOf('D');
      int end = first + 1;
      while (end < shape.length() && Chars.digit(shape.charAt(end))) {
        end++;
      }
      if (Integer.parseInt(shape.substring(first + 1, end)) != length) {
        return;
      }
      if (end == shape.length()) {
        letterBefore |= first > 0 && Chars.digit(shape.charAt(first - 1));
        wordBefore |= first > 0 && !Chars.digit(shape.charAt(first - 1));
      } else if (shape.charAt(end) == 'L') {
        letterAfter = true;
      } else {
        (shape.charAt(end + 1) == 'D' ? beforeDigit : beforeLetter).append(shape.charAt(end));
      }
    }

    private void addTo(List<Anchor> anchors) {
      Anchor.Digits runs = Anchor.digits(length, length);
      if (letterAfter || beforeDigit.length() + beforeLetter.length() > 0) {
        anchors.add(runs.before(this::goesOn));
      }
      if (letterBefore || wordBefore) {
        anchors.add(runs.after(this::follows));
      }
    }

    private boolean follows(char near, char far) {
      return letterBefore && Chars.latin(near)
          || wordBefore && NationalIdDetector.separator(near) && Chars.latin(far);
    }

    private boolean goesOn(char near, char far) {
      return letterAfter && Chars.latin(near)
          || Chars.digit(far) && beforeDigit.indexOf(String.valueOf(near)) >= 0
          || Chars.latin(far) && beforeLetter.indexOf(String.valueOf(near)) >= 0;
    }
  }

  /** Of numbers of these kinds that begin with at most {@code most} digits. */
  ShortRuns(List<NationalId> kinds, int most) {
    for (int length = 1; length <= most; length++) {
      Follow follow = new Follow(length);
      kinds.forEach(kind -> kind.shapes().forEach(follow::add));
      follows.add(follow);
    }
  }

  /** Where a detector of these kinds wakes at so few digits. */
  List<Anchor> anchors() {
    List<Anchor> anchors = new ArrayList<>();
    follows.forEach(follow -> follow.addTo(anchors));
    return anchors;
  }
}
