package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import java.util.List;
import java.util.Locale;

/**
 * Groups of digits that could be a telephone number: how they are parted, what stands before. It
 * refuses dates, decimals, versions and parts of identifiers, which costs far less than asking
 * libphonenumber.
 */
final class PhoneShape {
  private static final int MOST_GROUPS = 8;
  private static final int MOST_DIGITS = 15;
  private static final int FEWEST_DIGITS = 5;

  private final int start;
  private final boolean international;
  private final int[] ends = new int[MOST_GROUPS];
  private final int[] lengths = new int[MOST_GROUPS];
  private final StringBuilder digits = new StringBuilder(MOST_DIGITS);
  private int groups;
  private boolean dotted;
  private boolean slashed;

  private PhoneShape(int start, boolean international) {
    this.start = start;
    this.international = international;
  }

  /** Runs that may begin one: long enough, or with a group of digits after them. */
  static List<Anchor> anchors() {
    Anchor.Beside begins =
        (near, far) ->
            near == '+'
                || (Chars.joins(near) ? near == 's' && far == 'i' : follows(near, far, false));
    return List.of(
        Anchor.digits(FEWEST_DIGITS, MOST_DIGITS).after(begins),
        Anchor.digits(1, FEWEST_DIGITS - 1).after(begins).before(PhoneShape::linked));
  }

  /** The shape that begins at a run of digits, or null if none does. */
  static PhoneShape at(FoldedText text, int run, int runEnd) {
    int first = runEnd - run;
    if (first > MOST_DIGITS || first < FEWEST_DIGITS && !goesOn(text, runEnd, first)) {
      return null;
    }
    int start = run;
    boolean plus =
        text.at(start - 1) == '+' || text.at(start - 1) == '(' && text.at(start - 2) == '+';
    if (text.at(start - 1) == '(') {
      start--;
    }
    if (plus) {
      start = text.at(start - 1) == '+' ? start - 1 : start;
      start = text.at(start - 1) == '(' ? start - 1 : start;
    }
    if (!begins(text, start, plus)) {
      return null;
    }
    boolean zeros = !plus && first > 5 && text.at(run) == '0' && text.at(run + 1) == '0';
    PhoneShape shape = new PhoneShape(start, plus || zeros);
    shape.collect(text, run);
    return shape.plausible() ? shape : null;
  }

  /** Whether groups follow that make enough digits together; a look ahead that makes nothing. */
  private static boolean goesOn(FoldedText text, int runEnd, int first) {
    if (!linked(text, runEnd)) {
      return false;
    }
    int count = first;
    int gap = 0;
    for (int at = runEnd; gap < 3 && count < FEWEST_DIGITS; at++) {
      char c = text.at(at);
      if (Chars.digit(c)) {
        count++;
        gap = 0;
      } else if (separator(c)) {
        gap++;
      } else {
        return false;
      }
    }
    return count >= FEWEST_DIGITS;
  }

  /** A single separator and a digit, or a bracket, follow. */
  private static boolean linked(FoldedText text, int at) {
    return linked(text.at(at), text.at(at + 1));
  }

  private static boolean linked(char c, char next) {
    return c == ')'
        || (c == ' ' || c == '-' || c == '.' || c == '/') && (Chars.digit(next) || next == '(');
  }

  private static boolean begins(FoldedText text, int start, boolean plus) {
    char before = text.at(start - 1);
    if (Chars.joins(before)) {
      return Chars.beginsWord(text, start);
    }
    boolean marked = plus || before == ' ' && text.at(start) == '(';
    return follows(before, text.at(start - 2), marked);
  }

  private static boolean follows(char before, char beyond, boolean marked) {
    return switch (before) {
      case '-', '/' -> !Chars.joins(beyond) && beyond != '/' || marked;
      case '.' -> !Chars.joins(beyond) || beyond > 0x7f || marked;
      case ' ' -> !Chars.digit(beyond) || marked;
      case '_', '#', '@', '$', '\\', '%', '+' -> false;
      default -> true;
    };
  }

  private void collect(FoldedText text, int run) {
    int at = run;
    while (groups < MOST_GROUPS) {
      int groupStart = at;
      while (Chars.digit(text.at(at)) && at - groupStart <= MOST_DIGITS) {
        at++;
      }
      int length = at - groupStart;
      if (digits.length() + length > MOST_DIGITS) {
        groups = 0;
        return;
      }
      if (length == 0 || Chars.joins(text.at(at)) && !extension(text, at)) {
        return;
      }
      digits.append(text, groupStart, at);
      lengths[groups] = length;
      ends[groups++] = text.at(at) == ')' && open(text, groupStart) ? at + 1 : at;
      int next = nextGroup(text, at);
      if (next < 0) {
        return;
      }
      at = next;
    }
  }

  private static boolean open(FoldedText text, int groupStart) {
    return text.at(groupStart - 1) == '(' || text.at(groupStart - 2) == '(';
  }

  /** First digit after one or two separators, or below 0. */
  private int nextGroup(FoldedText text, int end) {
    int at = end;
    while (at - end < 3 && separator(text.at(at))) {
      at++;
    }
    boolean doubled = at - end == 2 && text.at(end) == text.at(end + 1);
    if (at == end || doubled || !Chars.digit(text.at(at))) {
      return -1;
    }
    for (int i = end; i < at; i++) {
      dotted |= text.at(i) == '.';
      slashed |= text.at(i) == '/';
    }
    return at;
  }

  private static boolean separator(char c) {
    return c == ' ' || c == '-' || c == '.' || c == '/' || c == '(' || c == ')';
  }

  private boolean plausible() {
    if (groups == 0 || digits.length() < FEWEST_DIGITS) {
      return false;
    }
    if (international) {
      return true;
    }
    boolean date =
        groups >= 3
            && (lengths[0] == 4 && lengths[1] <= 2 && lengths[2] <= 2 && year(0)
                || lengths[0] <= 2
                    && lengths[1] <= 2
                    && lengths[2] == 4
                    && year(lengths[0] + lengths[1]));
    boolean numbers = dotted && (groups < 3 || lengths[0] < 2 || lengths[1] < 2);
    boolean address = dotted && groups == 4 && digits.length() <= 12 && lengths[3] <= 3;
    return !date && !numbers && !address && !(slashed && groups < 3);
  }

  private boolean year(int at) {
    return digits.charAt(at) == '1' && digits.charAt(at + 1) == '9'
        || digits.charAt(at) == '2' && digits.charAt(at + 1) == '0';
  }

  int start() {
    return start;
  }

  /** End of the last group. */
  int end() {
    return ends[groups - 1];
  }

  int groups() {
    return groups;
  }

  boolean international() {
    return international;
  }

  /** Number of digits up to group {@code last}. */
  int length(int last) {
    int length = 0;
    for (int i = 0; i <= last; i++) {
      length += lengths[i];
    }
    return length;
  }

  /** All digits up to group {@code last}, without a leading {@code 00} of an international one. */
  String digits(int last) {
    int length = length(last);
    boolean zeros = international && digits.length() > 2 && digits.charAt(0) == '0';
    return digits.substring(zeros ? 2 : 0, Math.max(length, zeros ? 2 : 0));
  }

  /** Whether groups to {@code last} are 3-3-4, with or without a leading 1. */
  boolean northAmerican(int last) {
    int lead = last == 3 && lengths[0] == 1 && digits.charAt(0) == '1' ? 1 : 0;
    return last == 2 + lead
        && lengths[lead] == 3
        && lengths[lead + 1] == 3
        && lengths[lead + 2] == 4
        && PhoneDetector.northAmerican(digits.substring(lead, lead + 10));
  }

  /** End of group {@code last} with an extension such as {@code x123} after it. */
  int extensionEnd(FoldedText text, int last) {
    int at = ends[last];
    String rest = text.slice(at, at + 8).toLowerCase(Locale.ROOT);
    int skip = rest.startsWith("x") ? 1 : rest.startsWith(" x") ? 2 : word(rest);
    if (skip == 0) {
      return at;
    }
    int end = at + skip;
    int digitsStart = end;
    while (Chars.digit(text.at(end)) && end - digitsStart < 7) {
      end++;
    }
    return end > digitsStart ? end : at;
  }

  private static int word(String rest) {
    for (String word : new String[] {" ext. ", " ext.", " ext ", "ext", " #"}) {
      if (rest.startsWith(word)) {
        return word.length();
      }
    }
    return 0;
  }

  private static boolean extension(FoldedText text, int at) {
    char c = text.at(at);
    return (c == 'x' || c == 'X') && Chars.digit(text.at(at + 1))
        || (c == 'e' || c == 'E') && (text.at(at + 1) == 'x' || text.at(at + 1) == 'X');
  }
}
