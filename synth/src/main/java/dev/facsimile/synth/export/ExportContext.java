package dev.facsimile.synth.export;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import java.util.Optional;

/**
 * What a format is told of the whole file.
 *
 * @param blocks how the file's blocks are cut; absent when it has none
 * @param prompts writes the texts of prompts; absent without a tokenizer
 * @param model the model's name, for formats that have one
 */
public record ExportContext(
    Optional<BlockScheme> blocks, Optional<PromptComposer> prompts, String model) {
  /** Block size of the readers where the file has no blocks. */
  static final int DEFAULT_BLOCK_TOKENS = 512;

  /** A context without texts. */
  public static ExportContext of(Optional<BlockScheme> blocks) {
    return new ExportContext(blocks, Optional.empty(), "model");
  }

  int blockTokens() {
    return blocks.map(BlockScheme::blockTokens).orElse(DEFAULT_BLOCK_TOKENS);
  }

  /** Tokens of each planned prompt that a chat template will add to what is written. */
  int frameTokens() {
    return prompts.map(composer -> composer.vocabulary().frameTokens()).orElse(0);
  }

  /** Whether lengths count what a chat template adds. */
  boolean countsChat() {
    return prompts.isPresent() && prompts.get().vocabulary().counting() == Counting.CHAT;
  }

  /** The writer of texts, which a format that needs text has been given. */
  PromptComposer texts() {
    return prompts.orElseThrow();
  }

  /** What a reader must be told of lengths that leave out the template. */
  Optional<String> frameNote() {
    return frameTokens() == 0
        ? Optional.empty()
        : Optional.of(
            "Lengths are of the bare prompt: "
                + frameTokens()
                + " tokens fewer than planned, which the chat template adds again.");
  }
}
