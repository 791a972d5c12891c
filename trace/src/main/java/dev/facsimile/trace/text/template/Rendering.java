package dev.facsimile.trace.text.template;

/** What came of rendering a conversation. */
public sealed interface Rendering {

  /**
   * A prompt.
   *
   * @param text with the special tokens written out
   */
  record Prompt(String text) implements Rendering {}

  /**
   * No prompt: the template refused the conversation ({@code raise_exception}), or did with it what
   * cannot be done.
   *
   * @param sentence the file, the template's line, and why
   */
  record Refused(String sentence) implements Rendering {}
}
