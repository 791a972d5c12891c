package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A name, an operator and a value, as configuration files, programs, command lines, connection
 * strings and people write them.
 *
 * @param name the name, such as {@code db.password}
 * @param valueStart where the value begins, within its quotes
 * @param valueEnd where it ends
 * @param style how sure the writing makes it that the value is a value and no program text
 */
record Assignment(String name, int valueStart, int valueEnd, Style style) {
  private static final int LONGEST_NAME = 48;
  private static final int LONGEST_VALUE = 1000;
  private static final int LONGEST_BARE = 400;
  private static final int LONGEST_TYPE = 24;

  /** How a value is written. */
  enum Style {
    /** In quotes. */
    QUOTED,
    /** Bare, where only a value can stand: an environment file, a flag, a connection string. */
    BARE_VALUE,
    /** Bare, where program text or prose might stand as well. */
    BARE
  }

  private static final int NAME = 1;
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

  /** The assignment to the name in which {@code at} stands, if there is one. */
  static Optional<Assignment> of(FoldedText text, int start, int end) {
    return of(text, start, end, name -> true);
  }

  /** As {@link #of(FoldedText, int, int)}; no value is read under a name that is not wanted. */
  static Optional<Assignment> of(FoldedText text, int start, int end, Predicate<String> wanted) {
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
    return new Reader(text, start, nameEnd).read(wanted);
  }

  private static boolean is(byte[] bytes, int at, int kind) {
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

  /** Reads on from the end of the name. */
  private static final class Reader {
    private final FoldedText text;
    private final int anchor;
    private final int nameEnd;
    private int at;
    private boolean closedQuote;
    private char operator;

    Reader(FoldedText text, int anchor, int nameEnd) {
      this.text = text;
      this.anchor = anchor;
      this.nameEnd = nameEnd;
    }

    Optional<Assignment> read(Predicate<String> wanted) {
      at = nameEnd;
      closeName();
      blanks();
      if (!operator()) {
        return Optional.empty();
      }
      int nameStart = nameStart();
      if (operator == '>' && text.at(nameStart - 1) != '<'
          || operator == ' ' && !text.startsWith("--", nameStart)
          || operator == 'i'
              && nameStart > 0
              && text.at(nameStart - 1) > ' '
              && text.at(nameStart - 1) != '\'') {
        return Optional.empty();
      }
      String name = text.slice(nameStart, nameEnd);
      return wanted.test(name) ? value(name, nameStart) : Optional.empty();
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

    private boolean operator() {
      char c = text.at(at);
      operator = c;
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
      boolean compares = more > at + 1 && (Chars.isBlank(text.at(more)) || isQuote(text.at(more)));
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
      boolean assigned =
          text.at(i) == '=' && text.at(i + 1) != '=' && Chars.isBlank(text.at(i - 1));
      return assigned ? i + 1 : from;
    }

    /** {@code is}, {@code value=}, a type before {@code =}, or nothing after a flag. */
    private boolean words() {
      if (at == nameEnd) {
        return false;
      }
      for (String verb : new String[] {"is ", "is: ", "was "}) {
        if (text.startsWith(verb, at)) {
          at += verb.length();
          operator = 'i';
          return true;
        }
      }
      if (closedQuote && text.startsWith("value=", at)) {
        at += 6;
        operator = '=';
        return true;
      }
      int typed = afterType(at);
      if (typed > at) {
        at = typed;
        operator = '=';
        return true;
      }
      operator = ' ';
      return !closedQuote && text.at(at) != '-' && text.at(at) > ' ';
    }

    private int nameStart() {
      byte[] bytes = text.bytes();
      int i = anchor;
      while (anchor - i < LONGEST_NAME && (is(bytes, i - 1, NAME) || text.at(i - 1) == '.')) {
        i--;
      }
      return i;
    }

    private Optional<Assignment> value(String name, int nameStart) {
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
        return operator == ',' ? Optional.empty() : bare(name, nameStart);
      }
      Optional<Assignment> quoted = quoted(name, quote);
      if (operator == ','
          && quoted.isPresent()
          && text.slice(quoted.get().valueStart, quoted.get().valueEnd).equalsIgnoreCase("value")) {
        at = quoted.get().valueEnd + 1;
        blanks();
        if (text.at(at) != ':') {
          return Optional.empty();
        }
        at++;
        operator = ':';
        return value(name, nameStart);
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

    private static boolean isQuote(char c) {
      return c == '"' || c == '\'' || c == '`';
    }

    private Optional<Assignment> quoted(String name, char quote) {
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
      return Optional.of(new Assignment(name, at, end, Style.QUOTED));
    }

    private Optional<Assignment> bare(String name, int nameStart) {
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
          new Assignment(name, at, i, surelyValue(nameStart, i) ? Style.BARE_VALUE : Style.BARE));
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
          && (is(text.bytes(), i, NAME) || text.at(i) == ' ' && text.at(from) != ' ')) {
        i++;
      }
      return i > from && (text.at(i) == '=' || text.at(i) == ':');
    }

    /** Whether the line is no program text: an environment variable, a flag, a key of a list. */
    private boolean surelyValue(int nameStart, int valueEnd) {
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
          before == 0 || before == '\n' || exported(nameStart) || before == '"' || before == '\'';
      return flag
          || listed
          || tight && lineStart
          || operator == ':' && lineEnd(valueEnd) && (lineStart || indented(nameStart))
          || tight && before == ' ' && upper(nameStart);
    }

    private boolean lineEnd(int i) {
      return text.at(i) == '\n' || text.at(i) == 0 || text.at(i) == '\r' || text.at(i) == '\\';
    }

    private boolean exported(int nameStart) {
      String before = text.slice(nameStart - 8, nameStart);
      return before.endsWith("export ")
          || before.endsWith("set ")
          || before.endsWith("ENV ")
          || before.endsWith("ARG ")
          || before.endsWith(" -e ")
          || before.endsWith("env ");
    }

    private boolean indented(int nameStart) {
      int i = nameStart - 1;
      while (nameStart - i < 24 && (Chars.isBlank(text.at(i)) || text.at(i) == '-')) {
        i--;
      }
      return i < 0 || text.at(i) == '\n';
    }

    private boolean upper(int nameStart) {
      for (int i = nameStart; i < nameEnd; i++) {
        if (text.at(i) >= 'a' && text.at(i) <= 'z') {
          return false;
        }
      }
      return true;
    }
  }
}
