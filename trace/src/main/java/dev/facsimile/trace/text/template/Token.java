package dev.facsimile.trace.text.template;

/**
 * A piece of a template.
 *
 * @param text for a string its value, for data the text to print, otherwise as written
 * @param line where it begins, from 1
 */
record Token(Kind kind, String text, int line) {
  enum Kind {
    DATA,
    VARIABLE_BEGIN,
    VARIABLE_END,
    BLOCK_BEGIN,
    BLOCK_END,
    NAME,
    STRING,
    INTEGER,
    FLOAT,
    OPERATOR,
    END
  }

  boolean is(Kind wanted, String wantedText) {
    return kind == wanted && text.equals(wantedText);
  }

  /** The token in a sentence. */
  String words() {
    return kind == Kind.END ? "the end of the template" : "'" + text + "'";
  }
}
