package dev.facsimile.anonymize.detect.rule;

/** What wakes a detector: the scan tells it each place where one of its anchors stands. */
public sealed interface Anchor {

  /**
   * A literal, found whatever its case, anywhere in the folded text (inside words too: a detector
   * that wants a word's start looks at the character before).
   *
   * @param literal 3 to 40 printable ASCII characters
   */
  record Keyword(String literal) implements Anchor {
    public Keyword {
      if (literal.length() < 3 || literal.length() > 40) {
        throw new IllegalArgumentException(
            "keyword '" + literal + "' has " + literal.length() + " characters, expected 3 to 40");
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
   * A longest run of the digits 0 to 9 of some lengths, between some signs. Texts hold a run every
   * hundred characters, and most of them can be told from any number of a person by what stands
   * right beside them: a detector that says so here is not woken for them.
   *
   * @param atLeast shortest run, from 1
   * @param atMost longest run
   * @param before what may stand before the run
   * @param after what may stand after it
   */
  record Digits(int atLeast, int atMost, Beside before, Beside after) implements Anchor {
    public Digits {
      if (atLeast < 1 || atMost < atLeast) {
        throw new IllegalArgumentException(
            "digit runs of " + atLeast + " to " + atMost + ", expected 1 to as many or more");
      }
    }

    /** The same runs, where only these may stand before. */
    public Digits after(Beside sign) {
      return new Digits(atLeast, atMost, sign, after);
    }

    /** The same runs, where only these may stand behind. */
    public Digits before(Beside sign) {
      return new Digits(atLeast, atMost, before, sign);
    }
  }

  /**
   * A longest run as {@link Lexical#LONG_RUN} of some lengths.
   *
   * @param atLeast shortest run, from 20
   * @param atMost longest run
   */
  record Run(int atLeast, int atMost) implements Anchor {
    public Run {
      if (atLeast < 20 || atMost < atLeast) {
        throw new IllegalArgumentException(
            "runs of " + atLeast + " to " + atMost + ", expected 20 to as many or more");
      }
    }
  }

  /** What may stand beside a run of digits. */
  @FunctionalInterface
  interface Beside {
    /** Anything. */
    Beside ANYTHING = (near, far) -> true;

    /**
     * Whether these two units may stand there. It is asked once for each pair of kinds, never for a
     * text: control characters but tab and line feed, capitals and small letters that are no
     * hexadecimal digits (but {@code i}, {@code s}, {@code x}), hexadecimal letters, and digits
     * stand for one another, and beside what is not ASCII a run always wakes.
     *
     * @param near the unit next to the run; 0 is the edge of the text
     * @param far the unit beyond it
     */
    boolean fits(char near, char far);
  }

  /** Digit runs of at least {@code atLeast}. */
  static Digits digits(int atLeast) {
    return digits(atLeast, Integer.MAX_VALUE);
  }

  /** Digit runs of {@code atLeast} to {@code atMost}. */
  static Digits digits(int atLeast, int atMost) {
    return new Digits(atLeast, atMost, Beside.ANYTHING, Beside.ANYTHING);
  }

  /** Shorthand of a {@link Keyword}. */
  static Anchor keyword(String literal) {
    return new Keyword(literal);
  }
}
