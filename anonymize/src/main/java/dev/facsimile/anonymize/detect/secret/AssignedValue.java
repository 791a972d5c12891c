package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.secret.Assignment.Style;
import java.util.Optional;

/** The value after the operator of an assignment: in quotes, or bare up to where it must end. */
final class AssignedValue {
  private static final int LONGEST_VALUE = 1000;
  private static final int LONGEST_BARE = 400;

  private final FoldedText text;
  private final int nameStart;
  private final int nameEnd;
  private int at;
  private char operator;

  /** The value behind {@code operator} of the name from {@code nameStart} to {@code nameEnd}. */
  AssignedValue(FoldedText text, int nameStart, int nameEnd, AssignmentOperator operator) {
    this.text = text;
    this.nameStart = nameStart;
    this.nameEnd = nameEnd;
    this.operator = operator.sign();
    this.at = operator.end();
  }

  /** Reads it, if there is one. */
  Optional<Assignment> read() {
    if (operator == '>') {
      int from = at;
      while (at - from < 64 && Chars.isSpace(text.at(at))) {
        at++;
      }
    } else {
      blanks();
      yamlBlock();
    }
    char quote = openQuote();
    if (quote == 0) {
      return operator == ',' ? Optional.empty() : bare();
    }
    Optional<Assignment> quoted = quoted(quote);
    if (operator == ','
        && quoted.isPresent()
        && text.slice(quoted.get().valueStart(), quoted.get().valueEnd())
            .equalsIgnoreCase("value")) {
      at = quoted.get().valueEnd() + 1;
      blanks();
      if (text.at(at) != ':') {
        return Optional.empty();
      }
      at++;
      operator = ':';
      return read();
    }
    return quoted;
  }

  /** A block scalar of YAML: the value stands on the next line. */
  private void yamlBlock() {
    char c = text.at(at);
    if (operator == ':' && (c == '|' || c == '>')) {
      int i = at + 1;
      while (i - at < 4 && (text.at(i) == '-' || text.at(i) == '+')) {
        i++;
      }
      if (text.at(i) == '\n') {
        int line = i + 1;
        while (line - i < 40 && Chars.isBlank(text.at(line))) {
          line++;
        }
        at = line;
      }
    }
  }

  private char openQuote() {
    int i = at;
    char c = text.at(i);
    boolean prefixed = "rbfuLNQ@$RBFU".indexOf(c) >= 0 && c != 0;
    if (prefixed && isQuote(text.at(i + 1))) {
      i++;
    } else if (c == '(' && isQuote(text.at(i + 1))) {
      i++;
    }
    while (text.at(i) == '\\' && i - at < 16) {
      i++;
    }
    char quote = text.at(i);
    if (!isQuote(quote)) {
      return 0;
    }
    at = i + 1;
    if (text.at(at) == quote && text.at(at + 1) == quote) {
      at += 2;
    }
    return quote;
  }

  static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  private Optional<Assignment> quoted(char quote) {
    byte[] bytes = text.bytes();
    int i = at;
    while (i < bytes.length
        && i - at < LONGEST_VALUE
        && bytes[i] != quote
        && bytes[i] != '\n'
        && bytes[i] != 0) {
      i += bytes[i] == '\\' && text.at(i + 1) != quote ? 2 : 1;
    }
    int end = i;
    while (end > at && text.at(end - 1) == '\\') {
      end--;
    }
    if (text.at(i) != quote || end <= at) {
      return Optional.empty();
    }
    return Optional.of(new Assignment(nameStart, nameEnd, at, end, Style.QUOTED));
  }

  private Optional<Assignment> bare() {
    int i = at;
    while (i - at < LONGEST_BARE && !endsBare(i)) {
      i++;
    }
    while (i > at && ".,;:".indexOf(text.at(i - 1)) >= 0 && operator != '>') {
      i--;
    }
    if (i <= at) {
      return Optional.empty();
    }
    return Optional.of(
        new Assignment(nameStart, nameEnd, at, i, surelyValue(i) ? Style.BARE_VALUE : Style.BARE));
  }

  /** At space and quotes, and at a sign after which something new begins. */
  private boolean endsBare(int i) {
    char c = text.at(i);
    if (c <= ' '
        || c == '"'
        || c == '\''
        || c == '`'
        || c == '<' && operator == '>'
        || c == '\\' && text.at(i + 1) == 'n') {
      return true;
    }
    if (",;&)]}>|<".indexOf(c) < 0) {
      return false;
    }
    char after = text.at(i + 1);
    return after <= ' ' || isQuote(after) || ",;&)]}>|\\".indexOf(after) >= 0 || newName(i + 1);
  }

  private boolean newName(int from) {
    int i = from;
    while (i - from < 32
        && (Assignment.is(text.bytes(), i, Assignment.NAME)
            || text.at(i) == ' ' && text.at(from) != ' ')) {
      i++;
    }
    return i > from && (text.at(i) == '=' || text.at(i) == ':');
  }

  /** Whether the line is no program text: an environment variable, a flag, a key of a list. */
  private boolean surelyValue(int valueEnd) {
    if (operator == '>' || operator == ' ') {
      return true;
    }
    char before = text.at(nameStart - 1);
    boolean tight = text.at(nameEnd) == '=' && !Chars.isBlank(text.at(nameEnd + 1));
    boolean flag = text.startsWith("--", nameStart) || before == '-' && tight;
    boolean listed =
        tight
            && (before == ';'
                || before == '&'
                || before == '?'
                || text.at(valueEnd) == ';'
                || text.at(valueEnd) == '&');
    boolean lineStart =
        before == 0 || before == '\n' || exported() || before == '"' || before == '\'';
    return flag
        || listed
        || tight && lineStart
        || operator == ':' && lineEnd(valueEnd) && (lineStart || indented())
        || tight && before == ' ' && upper();
  }

  private boolean lineEnd(int i) {
    return text.at(i) == '\n' || text.at(i) == 0 || text.at(i) == '\r' || text.at(i) == '\\';
  }

  private boolean exported() {
    String before = text.slice(nameStart - 8, nameStart);
    return before.endsWith("export ")
        || before.endsWith("set ")
        || before.endsWith("ENV ")
        || before.endsWith("ARG ")
        || before.endsWith(" -e ")
        || before.endsWith("env ");
  }

  private boolean indented() {
    int i = nameStart - 1;
    while (nameStart - i < 24 && (Chars.isBlank(text.at(i)) || text.at(i) == '-')) {
      i--;
    }
    return i < 0 || text.at(i) == '\n';
  }

  private boolean upper() {
    for (int i = nameStart; i < nameEnd; i++) {
      if (text.at(i) >= 'a' && text.at(i) <= 'z') {
        return false;
      }
    }
    return true;
  }

  private void blanks() {
    int from = at;
    while (at - from < 24 && Chars.isBlank(text.at(at))) {
      at++;
    }
  }
}
