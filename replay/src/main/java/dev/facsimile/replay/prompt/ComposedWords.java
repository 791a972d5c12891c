package dev.facsimile.replay.prompt;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.text.prompt.ComposedPrompt;
import dev.facsimile.trace.text.prompt.PromptComposer;
import java.util.OptionalInt;

/** One text of the planned length for each request; literal messages as they are. */
final class ComposedWords implements Words {
  private final PromptComposer composer;

  ComposedWords(PromptComposer composer) {
    this.composer = composer;
  }

  @Override
  public Wording of(WorkloadRow row) {
    if (row.messages().isPresent()) {
      return Wording.literal(row, OptionalInt.empty());
    }
    ComposedPrompt prompt = composer.compose(row.request(), row.inputTokens());
    return Wording.text(row, prompt.text(), OptionalInt.of(prompt.tokens()));
  }
}
