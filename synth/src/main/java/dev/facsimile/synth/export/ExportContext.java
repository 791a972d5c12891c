package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.content.ContentChoice;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.ToolPrompts;
import java.util.Optional;

/**
 * What a format is told of the whole file.
 *
 * @param blocks how the file's blocks are cut; absent when it has none
 * @param prompts writes the texts of prompts; absent without a tokenizer
 * @param content gives rows real conversations; absent where texts are made up
 * @param tools writes definitions of tools, calls and results; absent where there are none
 * @param model the model's name, for formats that have one
 */
public record ExportContext(
    Optional<BlockScheme> blocks,
    Optional<PromptComposer> prompts,
    Optional<ContentChoice> content,
    Optional<ToolPrompts> tools,
    String model) {
  /** Block size of the readers where the file has no blocks. */
  static final int DEFAULT_BLOCK_TOKENS = 512;

  /** A context without texts. */
  public static ExportContext of(Optional<BlockScheme> blocks) {
    return new ExportContext(blocks, Optional.empty(), Optional.empty(), Optional.empty(), "model");
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

  /** The row as it is to be written: with a real conversation where one is chosen for it. */
  WorkloadRow said(WorkloadRow row) {
    return content.isPresent() ? content.get().fill(row) : row;
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
