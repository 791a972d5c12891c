package dev.facsimile.anonymize.detect.secret;

/** Classes of ASCII characters. */
final class Chars {
  private Chars() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /** An ASCII capital as a small letter, anything else as it is. */
  static char lower(char c) {
    return isUpper(c) ? (char) (c | 0x20) : c;
  }

  static boolean isLetterOrDigit(char c) {
    return isLetter(c) || isDigit(c);
  }

  /** A letter, a digit or an underscore. */
  static boolean isWord(char c) {
    return isLetterOrDigit(c) || c == '_';
  }

  static boolean isHex(char c) {
    return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  /** Of base64 or base64url, without padding. */
  static boolean isBase64(char c) {
    return isWord(c) || c == '-' || c == '+' || c == '/';
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
}
