package dev.facsimile.anonymize.detect.rule;

/** What wakes a detector: the scan tells it each place where one of its anchors stands. */
public sealed interface Anchor {

  /**
   * A literal, found whatever its case, anywhere in the folded text (inside words too: a detector
   * that wants a word's start looks at the character before).
   *
   * @param literal 2 to 40 printable ASCII characters
   */
  record Keyword(String literal) implements Anchor {
    public Keyword {
      if (literal.length() < 2 || literal.length() > 40) {
        throw new IllegalArgumentException(
            "keyword '" + literal + "' has " + literal.length() + " characters, expected 2 to 40");
      }
      if (!literal.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
        throw new IllegalArgumentException("keyword '" + literal + "' is not printable ASCII");
      }
    }
  }

  /** A lexical event; start and end are those of the run or the sign. */
  enum Lexical implements Anchor {
    /** A longest run of the digits 0 to 9; one event for each run, of whatever length. */
    DIGIT_RUN,
    /**
     * A group of digits as people write numbers: runs of digits with at most two of {@code space -
     * . / ( ) + ,} between one and the next, at least 7 digits and at most 40 units in all; one
     * event for each group, from its first digit (or a {@code +} or {@code (} before it) to its
     * last.
     */
    NUMBER,
    /** One {@code @}. */
    AT_SIGN,
    /** {@code ://}. */
    SCHEME,
    /**
     * A {@code :} with a hexadecimal digit or another {@code :} right after it and a hexadecimal
     * digit, a {@code :} or the start of a word right before it (IPv6 and MAC addresses).
     */
    HEX_COLON,
    /**
     * A longest run of at least 20 characters of {@code A-Z a-z 0-9 + / _ -} (no spaces), one event
     * for each run.
     */
    LONG_RUN,
    /** The whole text, once; for detectors that read words, such as names. */
    WHOLE_TEXT
  }

  /**
   * A longest run of the digits 0 to 9 of at least some length; cheaper than every {@link
   * Lexical#DIGIT_RUN}, most of which are short.
   *
   * @param atLeast shortest run, 1 to 64
   */
  record Digits(int atLeast) implements Anchor {
    public Digits {
      if (atLeast < 1 || atLeast > 64) {
        throw new IllegalArgumentException(
            "digit runs of at least " + atLeast + ", expected 1 to 64");
      }
    }
  }

  /** Shorthand of {@link Digits}. */
  static Anchor digits(int atLeast) {
    return new Digits(atLeast);
  }

  /** Shorthand of a {@link Keyword}. */
  static Anchor keyword(String literal) {
    return new Keyword(literal);
  }
}
