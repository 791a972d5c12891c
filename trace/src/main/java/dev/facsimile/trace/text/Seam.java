package dev.facsimile.trace.text;

/** A kind of place in a text at which most tokenizers split it, whatever stands around. */
enum Seam {
  /** Before a line that begins with something visible, behind one that ends so. */
  LINE {
    @Override
    boolean isAt(String text, int at) {
      return at >= 2
          && text.charAt(at - 1) == '\n'
          && begins(text.charAt(at))
          && !Character.isWhitespace(text.charAt(at - 2));
    }
  },
  /** Before a single space between two letters. */
  SPACE {
    @Override
    boolean isAt(String text, int at) {
      return text.charAt(at) == ' ' && isBetweenLetters(text, at);
    }
  },
  /** Before a mark such as a comma, between two letters: where scripts have no spaces. */
  MARK {
    @Override
    boolean isAt(String text, int at) {
      return MARKS.indexOf(text.charAt(at)) >= 0 && isBetweenLetters(text, at);
    }
  },
  /** Between a letter and a digit of ASCII, as in encoded bytes. */
  DIGIT {
    @Override
    boolean isAt(String text, int at) {
      return text.charAt(at) <= '9'
          && text.charAt(at) >= '0'
          && at > 0
          && isAsciiLetter(text.charAt(at - 1));
    }
  };

  private static final String MARKS = ",.;:!?，。、；：！？";

  /** Whether a text may be cut before the character at {@code at}, from 0 to its length - 1. */
  abstract boolean isAt(String text, int at);

  private static boolean isBetweenLetters(String text, int at) {
    return at > 0
        && at + 1 < text.length()
        && Character.isLetter(text.charAt(at - 1))
        && Character.isLetter(text.charAt(at + 1));
  }

  private static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Whether a line may be cut off before this character: it is visible and stands for itself. */
  private static boolean begins(char c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.FORMAT,
          Character.CONTROL,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
