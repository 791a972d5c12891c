package dev.facsimile.trace.text.template;

/** A template that cannot be read, or that cannot be rendered with what it was given. */
final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TemplateException(String sentence) {
    super(sentence);
  }

  TemplateException(int line, String sentence) {
    super("line " + line + ": " + sentence);
  }
}
