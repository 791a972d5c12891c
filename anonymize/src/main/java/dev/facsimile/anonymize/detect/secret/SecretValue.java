package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.secret.Assignment.Style;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether an assigned value can be the credential that its name speaks of. */
final class SecretValue {
  private static final int SHORTEST = 4;
  private static final int LONGEST = 900;
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}");
  private static final Pattern CODE =
      Pattern.compile(
          "[A-Za-z_$][\\w$]*+(?:(?:\\.|->|::|\\?\\.)[A-Za-z_$][\\w$]*+)++(?:[(\\[].*+)?"
              + "|[A-Za-z_$][\\w$.]*+[(\\[].*+|[A-Za-z_]+\\[.*+|[&*]?[a-z]++(?:_[a-z]++)+|[A-Z]++(?:_[A-Z]++)+");
  private static final Set<String> PROSE =
      Set.of(
          "the",
          "your",
          "is",
          "must",
          "please",
          "enter",
          "a",
          "an",
          "of",
          "to",
          "for",
          "be",
          "at",
          "and",
          "or",
          "not",
          "with",
          "in",
          "this",
          "that",
          "invalid",
          "required",
          "reset",
          "forgot",
          "field",
          "confirm",
          "change",
          "wrong",
          "incorrect",
          "password",
          "token",
          "from",
          "has",
          "are",
          "was",
          "will",
          "can",
          "should",
          "it",
          "you",
          "we",
          "if",
          "use",
          "used",
          "key",
          "no",
          "by",
          "on",
          "as",
          "does",
          "match",
          "least",
          "characters",
          "expired",
          "secret");

  private SecretValue() {}

  /** Whether {@code value}, written in {@code style} under a name of {@code strength}, is one. */
  static boolean plausible(SecretName strength, String value, Style style) {
    return value.length() >= SHORTEST
        && value.length() <= LONGEST
        && likely(strength, value, style)
        && !Placeholder.isValue(value);
  }

  private static boolean likely(SecretName strength, String value, Style style) {
    return switch (strength) {
      case PASSWORD -> password(value, style);
      case TOKEN -> token(value, style);
      case WEAK -> weak(value, style);
      case NONE -> false;
    };
  }

  private static boolean weak(String value, Style style) {
    return value.length() >= 16
        && value.indexOf('/') < 0
        && value.indexOf(' ') < 0
        && value.indexOf('.') < 0
        && machineMade(value, style)
        && !isUuid(value);
  }

  private static boolean isUuid(String value) {
    return value.length() == 36 && UUID.matcher(value).matches();
  }

  private static boolean password(String value, Style style) {
    if (value.indexOf(' ') >= 0) {
      return style == Style.QUOTED && !prose(value);
    }
    boolean tell = hasDigit(value) || hasSign(value) || LetterPairs.rare(value);
    return switch (style) {
      case QUOTED ->
          !isUrl(value) && !CODE.matcher(value).matches() || tell && Entropy.random(value);
      case BARE_VALUE ->
          !isUrl(value)
              && (tell || mixedCase(value) || value.length() >= 6)
              && !codeWithoutDigit(value);
      case BARE ->
          !isUrl(value)
              && tell
              && !codeWithoutDigit(value)
              && "({[".indexOf(value.charAt(0)) < 0
              && (hasDigit(value) || LetterPairs.rare(value));
    };
  }

  private static boolean token(String value, Style style) {
    if (isUuid(value)) {
      return true;
    }
    boolean number = value.chars().allMatch(c -> Chars.isDigit((char) c));
    if (number) {
      return value.length() >= 10 && style != Style.BARE || value.length() >= 16;
    }
    return value.length() >= 8 && machineMade(value, style);
  }

  private static boolean machineMade(String value, Style style) {
    return Entropy.random(value)
        && value.indexOf(' ') < 0
        && !isUrl(value)
        && !codeWithoutDigit(value)
        && !isDateOrPath(value)
        && (style != Style.BARE || value.indexOf('(') < 0 && value.indexOf('[') < 0);
  }

  private static boolean isDateOrPath(String value) {
    return value.startsWith("/") && !hasDigit(value)
        || value.startsWith("./")
        || value.startsWith("../")
        || value.matches("\\d{4}-\\d\\d-\\d\\d.*+")
        || value.matches("#[0-9a-fA-F]{6,8}");
  }

  private static boolean codeWithoutDigit(String value) {
    return !hasDigit(value) && CODE.matcher(value).matches()
        || value.indexOf('(') > 0
            && value.indexOf(')') > 0
            && Chars.isLetter(value.charAt(0))
            && value.matches("[\\w.$]++\\(.*+");
  }

  private static boolean isUrl(String value) {
    return value.contains("://");
  }

  private static boolean prose(String value) {
    int words = 0;
    for (String word : value.toLowerCase(Locale.ROOT).split("[ ,.!?:;]+")) {
      words++;
      if (PROSE.contains(word)) {
        return true;
      }
    }
    return words > 8;
  }

  private static boolean hasDigit(String value) {
    return value.chars().anyMatch(c -> Chars.isDigit((char) c));
  }

  private static boolean hasSign(String value) {
    return value.chars().anyMatch(c -> "!@#$%^&*~+=?".indexOf(c) >= 0);
  }

  private static boolean mixedCase(String value) {
    return !value.equals(value.toLowerCase(Locale.ROOT))
        && !value.equals(value.toUpperCase(Locale.ROOT));
  }
}
