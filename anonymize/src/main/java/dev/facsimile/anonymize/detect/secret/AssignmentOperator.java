package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.List;

/** What stands between a name and its value: {@code =}, {@code :}, {@code =>}, {@code is}, … */
final class AssignmentOperator {
  /** {@code is} and {@code was} of prose. */
  static final char VERB = 'i';

  private static final int LONGEST_TYPE = 24;
  private static final List<String> VERBS = List.of("is ", "is: ", "was ");

  private final FoldedText text;
  private final int nameEnd;
  private int at;
  private boolean closedQuote;
  private char sign;

  /** The operator after a name that ends at {@code nameEnd}. */
  AssignmentOperator(FoldedText text, int nameEnd) {
    this.text = text;
    this.nameEnd = nameEnd;
    this.at = nameEnd;
  }

  /** Its first character; a blank where a value follows a flag, {@link #VERB} for a verb. */
  char sign() {
    return sign;
  }

  /** Where it ends. */
  int end() {
    return at;
  }

  /** Whether it may follow a name that begins at {@code nameStart}. */
  boolean fits(int nameStart) {
    char before = text.at(nameStart - 1);
    return switch (sign) {
      case '>' -> before == '<';
      case ' ' -> text.startsWith("--", nameStart);
      case VERB -> nameStart == 0 || before <= ' ' || before == '\'';
      default -> true;
    };
  }

  private void closeName() {
    while (at < nameEnd + 4 && "\"'`\\])".indexOf(text.at(at)) >= 0) {
      closedQuote |= text.at(at) != '\\' && text.at(at) != ')';
      at++;
    }
  }

  private void blanks() {
    int from = at;
    while (at - from < 24 && Chars.isBlank(text.at(at))) {
      at++;
    }
  }

  /** Reads it; whether there is one. */
  boolean read() {
    closeName();
    blanks();
    return operator();
  }

  private boolean operator() {
    char c = text.at(at);
    sign = c;
    switch (c) {
      case '=' -> {
        at += equalsLength();
        return text.at(at) != '~';
      }
      case ':' -> {
        return colon();
      }
      case '?', '.', '+', '|', '*' -> {
        int skip = c == '|' && text.at(at + 1) == '|' ? 2 : 1;
        at += skip + 1;
        return text.at(at - 1) == '=';
      }
      case ',' -> {
        at++;
        return closedQuote;
      }
      case '>' -> {
        at++;
        return !closedQuote && at == nameEnd + 1;
      }
      case '-' -> {
        at += 2;
        return text.at(at - 1) == '>' && closedQuote;
      }
      default -> {
        return words();
      }
    }
  }

  /** Of {@code =}, {@code =>} or, where the value does not follow at once, {@code ==}. */
  private int equalsLength() {
    int more = at + 1;
    while (more - at < 3 && text.at(more) == '=') {
      more++;
    }
    boolean compares =
        more > at + 1 && (Chars.isBlank(text.at(more)) || AssignedValue.isQuote(text.at(more)));
    return compares ? more - at : text.at(at + 1) == '>' ? 2 : 1;
  }

  private boolean colon() {
    int i = at;
    while (i - at < 3 && text.at(i) == ':') {
      i++;
    }
    if (text.at(i) == '=') {
      at = i + 1;
      return true;
    }
    boolean one = i == at + 1;
    at = i;
    int typed = closedQuote ? at : afterType(at);
    at = typed;
    return one;
  }

  /** After {@code : type =} of a typed declaration, or {@code from} where there is none. */
  private int afterType(int from) {
    int i = from;
    while (Chars.isBlank(text.at(i)) && i - from < 4) {
      i++;
    }
    int type = i;
    while (i - type < LONGEST_TYPE
        && (Chars.isWord(text.at(i)) || "<>[]|.?&".indexOf(text.at(i)) > 0 && text.at(i) != 0)) {
      i++;
    }
    if (i == type || !Chars.isLetter(text.at(type))) {
      return from;
    }
    while (Chars.isBlank(text.at(i)) && i - type < LONGEST_TYPE + 4) {
      i++;
    }
    boolean assigned = text.at(i) == '=' && text.at(i + 1) != '=' && Chars.isBlank(text.at(i - 1));
    return assigned ? i + 1 : from;
  }

  /** {@code is}, {@code value=}, a type before {@code =}, or nothing after a flag. */
  private boolean words() {
    if (at == nameEnd) {
      return false;
    }
    char c = text.at(at);
    for (String verb : VERBS) {
      if (c == verb.charAt(0) && text.startsWith(verb, at)) {
        at += verb.length();
        sign = VERB;
        return true;
      }
    }
    if (closedQuote && text.startsWith("value=", at)) {
      at += 6;
      sign = '=';
      return true;
    }
    int typed = afterType(at);
    if (typed > at) {
      at = typed;
      sign = '=';
      return true;
    }
    sign = ' ';
    return !closedQuote && text.at(at) != '-' && text.at(at) > ' ';
  }
}
