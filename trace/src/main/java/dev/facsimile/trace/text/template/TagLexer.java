package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is between a tag's ends: names, literals and operators. */
final class TagLexer {
  private static final Pattern FLOAT =
      Pattern.compile(
          "(?<!\\.)(\\d+_)*\\d+((\\.(\\d+_)*\\d+)?[eE][+-]?(\\d+_)*\\d+|\\.(\\d+_)*\\d+)");
  private static final Pattern INTEGER =
      Pattern.compile("0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO](_?[0-7])+|\\d+(_\\d+)*");
  private static final Pattern NAME =
      Pattern.compile("[\\w&&[^\\d]]\\w*", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern OPERATOR =
      Pattern.compile("//|\\*\\*|==|!=|<=|>=|[-+/*%~\\[\\](){}><=.:|,;]");

  private final String source;
  private final List<Token> tokens;
  private final Deque<String> brackets = new ArrayDeque<>();

  /** Adds to {@code tokens}. */
  TagLexer(String source, List<Token> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** No bracket is open, so that the tag may end. */
  boolean balanced() {
    return brackets.isEmpty();
  }

  /** Takes the token at {@code position}; returns where the next begins. */
  int next(int position, int line) {
    char first = source.charAt(position);
    if (PythonText.isSpace(first)) {
      return position + 1;
    }
    if (first == '\'' || first == '"') {
      return string(position, line);
    }
    int end = match(FLOAT, Kind.FLOAT, position, line);
    end = end >= 0 ? end : match(INTEGER, Kind.INTEGER, position, line);
    end = end >= 0 ? end : match(NAME, Kind.NAME, position, line);
    end = end >= 0 ? end : match(OPERATOR, Kind.OPERATOR, position, line);
    if (end < 0) {
      throw new TemplateException(
          line, "found '" + source.substring(position, position + 1) + "', expected an expression");
    }
    return end;
  }

  private int match(Pattern pattern, Kind kind, int position, int line) {
    Matcher matcher =
        pattern.matcher(source).region(position, source.length()).useTransparentBounds(true);
    if (!matcher.lookingAt()) {
      return -1;
    }
    if (kind == Kind.OPERATOR) {
      balance(matcher.group(), line);
    }
    tokens.add(new Token(kind, matcher.group(), line));
    return matcher.end();
  }

  private void balance(String operator, int line) {
    switch (operator) {
      case "(" -> brackets.push(")");
      case "[" -> brackets.push("]");
      case "{" -> brackets.push("}");
      case ")", "]", "}" -> {
        if (brackets.isEmpty() || !brackets.pop().equals(operator)) {
          throw new TemplateException(line, "found '" + operator + "', which closes nothing");
        }
      }
      default -> {}
    }
  }

  private int string(int start, int line) {
    char quote = source.charAt(start);
    StringBuilder text = new StringBuilder();
    int at = start + 1;
    while (at < source.length() && source.charAt(at) != quote) {
      if (source.charAt(at) == '\\' && at + 1 < source.length()) {
        at = escape(at + 1, text, line);
      } else {
        text.append(source.charAt(at++));
      }
    }
    if (at >= source.length()) {
      throw new TemplateException(line, "a string has no end, expected " + quote);
    }
    tokens.add(new Token(Kind.STRING, text.toString(), line));
    return at + 1;
  }

  /** Takes what stands behind a backslash, as Python's {@code unicode-escape} does. */
  private int escape(int at, StringBuilder text, int line) {
    char c = source.charAt(at);
    int plain = "\\'\"abfnrtv\n".indexOf(c);
    if (plain >= 0) {
      text.append(
          "\\'\"\u0007\b\f\n\r\t\u000b", plain == 10 ? 0 : plain, plain == 10 ? 0 : plain + 1);
      return at + 1;
    }
    if (c >= '0' && c <= '7') {
      int end = at;
      while (end < at + 3 && end < source.length() && "01234567".indexOf(source.charAt(end)) >= 0) {
        end++;
      }
      text.append((char) Integer.parseInt(source.substring(at, end), 8));
      return end;
    }
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits == 0) {
      text.append('\\').append(c);
      return at + 1;
    }
    return hex(at + 1, digits, text, line);
  }

  private int hex(int at, int digits, StringBuilder text, int line) {
    int end = at + digits;
    try {
      text.appendCodePoint(Integer.parseUnsignedInt(source.substring(at, end), 16));
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      throw new TemplateException(
          line, "a string has a broken escape, expected " + digits + " hexadecimal digits");
    }
    return end;
  }
}
