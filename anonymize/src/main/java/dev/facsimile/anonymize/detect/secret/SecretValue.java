package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.secret.Assignment.Style;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether an assigned value can be the credential that its name speaks of. */
final class SecretValue {
  /** Fewest characters of a credential. */
  static final int SHORTEST = 4;

  /** Most characters that a credential may have. */
  static final int LONGEST = 900;

  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}");
  private static final Pattern CODE =
      Pattern.compile(
          "[A-Za-z_$][\\w$]*+(?:(?:\\.|->|::|\\?\\.)[A-Za-z_$][\\w$]*+)++(?:[(\\[].*+)?"
              + "|[A-Za-z_$][\\w$.]*+[(\\[].*+|[A-Za-z_]+\\[.*+|[&*]?[a-z]++(?:_[a-z]++)+|[A-Z]++(?:_[A-Z]++)+");
  private static final Pattern WORD_ENDS = Pattern.compile("[ ,.!?:;]+");
  private static final String DATE = "0000-00-00";
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
    if (isNumber(value)) {
      return value.length() >= 10 && style != Style.BARE || value.length() >= 16;
    }
    return value.length() >= 8 && machineMade(value, style);
  }

  private static boolean machineMade(String value, Style style) {
    return value.indexOf(' ') < 0
        && (style != Style.BARE || value.indexOf('(') < 0 && value.indexOf('[') < 0)
        && !isUrl(value)
        && !isDateOrPath(value)
        && !codeWithoutDigit(value)
        && Entropy.random(value);
  }

  private static boolean isDateOrPath(String value) {
    return value.startsWith("/") && !hasDigit(value)
        || value.startsWith("./")
        || value.startsWith("../")
        || beginsWithDate(value)
        || isColour(value);
  }

  private static boolean beginsWithDate(String value) {
    for (int i = 0; i < DATE.length(); i++) {
      char expected = DATE.charAt(i);
      if (i >= value.length()
          || (expected == '-' ? value.charAt(i) != '-' : !Chars.isDigit(value.charAt(i)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isColour(String value) {
    if (value.charAt(0) != '#' || value.length() < 7 || value.length() > 9) {
      return false;
    }
    for (int i = 1; i < value.length(); i++) {
      if (!Chars.isHex(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean codeWithoutDigit(String value) {
    return !hasDigit(value) && CODE.matcher(value).matches()
        || Chars.isLetter(value.charAt(0)) && value.indexOf(')') > 0 && isCall(value);
  }

  /** A name, perhaps with dots, and an opening bracket. */
  private static boolean isCall(String value) {
    int i = 0;
    while (i < value.length()
        && (Chars.isWord(value.charAt(i)) || value.charAt(i) == '.' || value.charAt(i) == '$')) {
      i++;
    }
    return i > 0 && i < value.length() && value.charAt(i) == '(';
  }

  private static boolean isUrl(String value) {
    return value.contains("://");
  }

  private static boolean prose(String value) {
    int words = 0;
    for (String word : WORD_ENDS.split(value.toLowerCase(Locale.ROOT))) {
      words++;
      if (PROSE.contains(word)) {
        return true;
      }
    }
    return words > 8;
  }

  private static boolean hasDigit(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Chars.isDigit(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!Chars.isDigit(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSign(String value) {
    for (int i = 0; i < value.length(); i++) {
      if ("!@#$%^&*~+=?".indexOf(value.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean mixedCase(String value) {
    return !value.equals(value.toLowerCase(Locale.ROOT))
        && !value.equals(value.toUpperCase(Locale.ROOT));
  }
}
