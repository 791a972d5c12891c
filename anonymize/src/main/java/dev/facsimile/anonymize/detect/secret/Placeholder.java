package dev.facsimile.anonymize.detect.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells values that stand for a secret from secrets. */
final class Placeholder {
  private static final int FEW = 5;
  private static final int LONG_BODY = 30;
  private static final double DULL_LONG_BITS = 2.9;
  private static final double DULL_BITS = 2.5;
  private static final int LONGEST_WORD = 10;
  private static final Literals BODY_MARKS = new Literals(List.of("xxxxx", "your_", "example"));
  private static final Literals MARKS =
      new Literals(
          List.of(
              "example",
              "your_",
              "your-",
              "yourt",
              "yourk",
              "yours",
              "yourp",
              "your ",
              "<your",
              "xxxx",
              "placeholder",
              "redacted",
              "changeme",
              "change_me",
              "change-me",
              "dummy",
              "insert_",
              "insert-",
              "put_your",
              "replace_",
              "replace-",
              "todo",
              "****",
              "....",
              "####",
              "----",
              "sample",
              "abcdefghijklmnop",
              "_here",
              "-here",
              "tokenhere",
              "keyhere",
              "stringhere",
              "goes here"));
  private static final Set<String> WORDS =
      Set.of(
          "null",
          "none",
          "nil",
          "true",
          "false",
          "undefined",
          "string",
          "str",
          "int",
          "bool",
          "boolean",
          "bytes",
          "number",
          "text",
          "varchar",
          "required",
          "optional",
          "default",
          "empty",
          "unset",
          "yes",
          "no",
          "on",
          "off",
          "password",
          "passwd",
          "secret",
          "token",
          "user",
          "username",
          "pass",
          "test",
          "foo",
          "bar",
          "key",
          "value",
          "abc",
          "any",
          "object",
          "apikey",
          "api_key",
          "api-key",
          "mysecret",
          "mypassword",
          "xxx",
          "yyy",
          "hidden",
          "masked",
          "invalid",
          "missing",
          "expired",
          "unknown",
          "disabled",
          "enabled",
          "basic",
          "bearer",
          "never",
          "auto",
          "manual",
          "plain",
          "hash",
          "self",
          "this",
          "new",
          "var");

  private Placeholder() {}

  /** Whether the body of a token with a vendor's prefix is none: few characters again and again. */
  static boolean isBody(String body) {
    if (body.length() < 8) {
      return false;
    }
    double least = body.length() >= LONG_BODY ? DULL_LONG_BITS : DULL_BITS;
    return BODY_MARKS.in(body)
        || body.regionMatches(true, 0, "slackapp", 0, 8)
        || Entropy.bits(body) < least
        || Entropy.distinct(body) < FEW;
  }

  /** Whether an assigned value stands for one that is given elsewhere. */
  static boolean isValue(String value) {
    return isWord(value)
        || Entropy.distinct(value) <= 2
        || MARKS.in(value)
        || isReference(value)
        || isTypeOrCall(value);
  }

  private static boolean isWord(String value) {
    return value.length() <= LONGEST_WORD && WORDS.contains(value.toLowerCase(Locale.ROOT));
  }

  /**
   * {@code ${X}}, {@code $X}, {@code <x>}, {@code {{ x }}}, {@code %X%}, {@code [x]}, encrypted
   * {@code ENC[…]}.
   */
  private static boolean isReference(String value) {
    char first = value.charAt(0);
    char last = value.charAt(value.length() - 1);
    return first == '$' && (value.length() > 1 && "{(".indexOf(value.charAt(1)) >= 0 || name(value))
        || first == '<' && last == '>'
        || first == '[' && last == ']'
        || first == '{'
            && last == '}'
            && (value.startsWith("{{") || name(value.substring(1, value.length() - 1)))
        || first == '%' && last == '%' && name(value.substring(0, value.length() - 1))
        || first == '%' && value.length() <= 3
        || first == '@' && value.startsWith("@{")
        || first == 'E' && value.startsWith("ENC[")
        || first == '#' && value.startsWith("#{")
        || value.startsWith("((")
        || value.startsWith("!") && value.length() < 24 && value.indexOf(' ') > 0
        || value.contains("{{")
        || value.contains("${")
        || value.contains("$(")
        || value.contains("<%");
  }

  private static boolean name(String value) {
    for (int i = 1; i < value.length(); i++) {
      if (!Chars.isWord(value.charAt(i))) {
        return false;
      }
    }
    return value.length() > 2 && !Chars.isDigit(value.charAt(1));
  }

  /** {@code foo(x)}, {@code a.b.c}, {@code List[str]}: program text where a value would stand. */
  private static boolean isTypeOrCall(String value) {
    return value.endsWith("()") || value.contains("](") || value.contains("=>");
  }
}
