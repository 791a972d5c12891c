package dev.facsimile.replay.prompt;

import dev.facsimile.trace.text.prompt.PromptComposer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a replay's prompts are to be written with the served model's tokenizer.
 *
 * @param composer writes texts of exact token counts
 * @param history what later turns say of earlier ones
 * @param content real conversations in place of made-up text
 * @param tools how many tools each request defines; absent for requests without
 * @param calibrates whether the server is asked, before the run, how many tokens it counts around a
 *     text
 */
public record PromptPlan(
    PromptComposer composer,
    History history,
    Optional<Content> content,
    OptionalInt tools,
    boolean calibrates) {

  /**
   * A file of conversations.
   *
   * @param file OpenAI messages, ShareGPT or Alpaca
   * @param tolerance how far a conversation's length may be from the plan's, as a share of it
   * @param contextWindow the most tokens that prompt and planned answer may have together
   */
  public record Content(Path file, double tolerance, OptionalInt contextWindow) {}

  /** Made-up prompts, one message each, counted as the tokenizer's files tell. */
  public static PromptPlan of(PromptComposer composer) {
    return new PromptPlan(composer, History.BLOCKS, Optional.empty(), OptionalInt.empty(), false);
  }
}
