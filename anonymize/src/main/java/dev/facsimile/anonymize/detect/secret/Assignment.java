package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.Optional;

/**
 * A name, an operator and a value, as configuration files, programs, command lines, connection
 * strings and people write them.
 *
 * @param nameStart where the name begins, such as {@code db.password}
 * @param nameEnd where it ends
 * @param valueStart where the value begins, within its quotes
 * @param valueEnd where it ends
 * @param style how sure the writing makes it that the value is a value and no program text
 */
record Assignment(int nameStart, int nameEnd, int valueStart, int valueEnd, Style style) {
  private static final int LONGEST_NAME = 48;

  /** How a value is written. */
  enum Style {
    /** In quotes. */
    QUOTED,
    /** Bare, where only a value can stand: an environment file, a flag, a connection string. */
    BARE_VALUE,
    /** Bare, where program text or prose might stand as well. */
    BARE
  }

  /** Which names are wanted, by where they stand: most are none, and no string is made of them. */
  @FunctionalInterface
  interface Names {
    boolean wanted(int nameStart, int nameEnd);
  }

  /** Of a name, but a dot. */
  static final int NAME = 1;

  private static final int CLOSES = 2;
  private static final int BLANK = 4;
  private static final byte[] KINDS = kinds();

  private static byte[] kinds() {
    byte[] kinds = new byte[128];
    for (char c = 0; c < kinds.length; c++) {
      kinds[c] =
          (byte)
              ((Chars.isWord(c) || c == '-' ? NAME : 0)
                  | ("\"'`\\])".indexOf(c) >= 0 ? CLOSES : 0)
                  | (Chars.isBlank(c) ? BLANK : 0));
    }
    return kinds;
  }

  /** The assignment to the name in which {@code start} to {@code end} stand, if there is one. */
  static Optional<Assignment> of(FoldedText text, int start, int end) {
    return of(text, start, end, (nameStart, nameEnd) -> true);
  }

  /** As {@link #of(FoldedText, int, int)}; no value is read under a name that is not wanted. */
  static Optional<Assignment> of(FoldedText text, int start, int end, Names names) {
    byte[] bytes = text.bytes();
    int nameEnd = end;
    while (nameEnd - end < LONGEST_NAME
        && (is(bytes, nameEnd, NAME)
            || text.at(nameEnd) == '.' && Chars.isLetter(text.at(nameEnd + 1)))) {
      nameEnd++;
    }
    if (nameEnd - end == LONGEST_NAME || !mayGoOn(text, nameEnd)) {
      return Optional.empty();
    }
    AssignmentOperator operator = new AssignmentOperator(text, nameEnd);
    if (!operator.read()) {
      return Optional.empty();
    }
    int nameStart = nameStart(text, start);
    boolean fits = operator.fits(nameStart) && names.wanted(nameStart, nameEnd);
    return fits ? new AssignedValue(text, nameStart, nameEnd, operator).read() : Optional.empty();
  }

  private static int nameStart(FoldedText text, int anchor) {
    byte[] bytes = text.bytes();
    int i = anchor;
    while (anchor - i < LONGEST_NAME && (is(bytes, i - 1, NAME) || text.at(i - 1) == '.')) {
      i--;
    }
    return i;
  }

  /** Whether the unit at {@code at} is ASCII and of this kind. */
  static boolean is(byte[] bytes, int at, int kind) {
    return at >= 0 && at < bytes.length && bytes[at] >= 0 && (KINDS[bytes[at]] & kind) != 0;
  }

  /** A cheap look ahead, for most names are no assignment: quotes, blanks, then an operator. */
  private static boolean mayGoOn(FoldedText text, int nameEnd) {
    byte[] bytes = text.bytes();
    int i = nameEnd;
    while (i < nameEnd + 4 && is(bytes, i, CLOSES)) {
      i++;
    }
    int quotes = i;
    while (i < quotes + 24 && is(bytes, i, BLANK)) {
      i++;
    }
    char c = text.at(i);
    return switch (c) {
      case '=', ':', '>' -> true;
      case ',', '-' -> quotes > nameEnd;
      case '?', '.', '+', '*' -> text.at(i + 1) == '=';
      case '|' -> text.at(i + 1) == '=' || text.at(i + 1) == '|' && text.at(i + 2) == '=';
      default -> i > quotes && c > ' ';
    };
  }
}
