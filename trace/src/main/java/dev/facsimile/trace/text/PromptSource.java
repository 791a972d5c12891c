package dev.facsimile.trace.text;

import dev.facsimile.trace.Request;

/** Makes the texts of planned prompts. Safe for use by several threads. */
@FunctionalInterface
public interface PromptSource {

  /**
   * The text of a request's prompt.
   *
   * @param request what is planned: its prefix blocks and its own name tell the text
   * @param tokens the planned length
   */
  String of(Request request, int tokens);
}
