package dev.facsimile.ingest.format;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A log line that holds Python values as {@code repr} writes them. What is asked for is looked for
 * outside of string literals alone, so that a prompt which quotes a log line misleads no one.
 *
 * @param line the line
 */
record PythonText(String line) {

  /** The place behind {@code key}; the key may itself begin with a quote. */
  OptionalInt after(String key) {
    int at = 0;
    while (at < line.length()) {
      if (line.startsWith(key, at)) {
        return OptionalInt.of(at + key.length());
      }
      char c = line.charAt(at);
      // An apostrophe within a word opens no literal.
      boolean opens =
          (c == '\'' || c == '"') && (at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1)));
      at = opens ? literalEnd(at) : at + 1;
    }
    return OptionalInt.empty();
  }

  /** Where the literal that opens at {@code start} ends; the line's end if it never does. */
  private int literalEnd(int start) {
    char quote = line.charAt(start);
    int at = start + 1;
    while (at < line.length() && line.charAt(at) != quote) {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, line.length());
  }

  /** The whole number or decimal behind {@code key}. */
  Optional<String> number(String key) {
    OptionalInt start = after(key);
    if (start.isEmpty()) {
      return Optional.empty();
    }
    int end = start.getAsInt();
    while (end < line.length() && "0123456789.eE+-".indexOf(line.charAt(end)) >= 0) {
      end++;
    }
    String digits = line.substring(start.getAsInt(), end);
    return digits.isEmpty() ? Optional.empty() : Optional.of(digits);
  }

  /** The token count behind {@code key}; absent if there is none, or {@code None}. */
  OptionalInt count(String key) throws MalformedRow {
    Optional<String> digits = number(key);
    if (digits.isEmpty()) {
      return OptionalInt.empty();
    }
    if (!digits.get().matches("\\d{1,9}")) {
      throw new MalformedRow(
          "'" + key.strip() + "' is '" + Fields.cut(digits.get()) + "', expected a token count");
    }
    return OptionalInt.of(Integer.parseInt(digits.get()));
  }

  /** The seconds behind {@code key}, in nanoseconds; absent if there are none. */
  OptionalLong secondsInNanos(String key) throws MalformedRow {
    Optional<String> digits = number(key);
    if (digits.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!digits.get().matches("\\d{1,9}(\\.\\d+)?([eE]-\\d{1,2})?")) {
      throw new MalformedRow(
          "'" + key.strip() + "' is '" + Fields.cut(digits.get()) + "', expected seconds");
    }
    return OptionalLong.of(new BigDecimal(digits.get()).movePointRight(9).longValue());
  }

  /** The string behind {@code key}, its escapes resolved; absent if there is none or it is cut. */
  Optional<String> string(String key) {
    OptionalInt start = after(key);
    if (start.isEmpty() || start.getAsInt() >= line.length()) {
      return Optional.empty();
    }
    int open = start.getAsInt();
    char quote = line.charAt(open);
    int end = literalEnd(open);
    boolean whole = (quote == '\'' || quote == '"') && end - open >= 2;
    return whole && line.charAt(end - 1) == quote
        ? Optional.of(unescaped(line.substring(open + 1, end - 1)))
        : Optional.empty();
  }

  /** The number of entries of the list of numbers behind {@code key}; absent if it is no list. */
  OptionalInt listSize(String key) throws MalformedRow {
    OptionalInt start = after(key);
    if (start.isEmpty() || !line.startsWith("[", start.getAsInt())) {
      return OptionalInt.empty();
    }
    int end = line.indexOf(']', start.getAsInt());
    if (end < 0) {
      throw new MalformedRow("ends within a list, expected a whole line");
    }
    String inside = line.substring(start.getAsInt() + 1, end);
    if (inside.isBlank()) {
      return OptionalInt.of(0);
    }
    return OptionalInt.of(1 + (int) inside.chars().filter(c -> c == ',').count());
  }

  private static String unescaped(String literal) {
    if (literal.indexOf('\\') < 0) {
      return literal;
    }
    StringBuilder text = new StringBuilder(literal.length());
    int at = 0;
    while (at < literal.length()) {
      char c = literal.charAt(at);
      if (c != '\\' || at + 1 == literal.length()) {
        text.append(c);
        at++;
      } else {
        at = escape(literal, at, text);
      }
    }
    return text.toString();
  }

  /** Appends what the escape at {@code at} stands for; gives the place behind it. */
  private static int escape(String literal, int at, StringBuilder text) {
    char kind = literal.charAt(at + 1);
    int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (digits > 0) {
      int end = at + 2 + digits;
      Optional<Integer> code =
          end <= literal.length() ? hex(literal.substring(at + 2, end)) : Optional.empty();
      if (code.filter(Character::isValidCodePoint).isPresent()) {
        text.appendCodePoint(code.get());
        return end;
      }
    }
    text.append(
        switch (kind) {
          case 'n' -> '\n';
          case 't' -> '\t';
          case 'r' -> '\r';
          default -> kind;
        });
    return at + 2;
  }

  private static Optional<Integer> hex(String digits) {
    try {
      return Optional.of(Integer.parseInt(digits, 16));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
