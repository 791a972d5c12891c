package dev.facsimile.replay.prompt;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.text.prompt.ToolPrompts;
import java.util.List;
import java.util.OptionalInt;

/** Definitions of tools, a call and its result in each request; literal messages as they are. */
final class ToolWords implements Words {
  private final ToolPrompts prompts;

  ToolWords(ToolPrompts prompts) {
    this.prompts = prompts;
  }

  @Override
  public Wording of(WorkloadRow row) {
    if (row.messages().isPresent()) {
      return Wording.literal(row, OptionalInt.empty());
    }
    ToolPrompts.Asked asked = prompts.of(row.request(), row.inputTokens());
    return Wording.messages(row, asked.messages(), OptionalInt.of(asked.tokens()))
        .with(asked.tools());
  }

  @Override
  public List<String> found() {
    return prompts.found();
  }
}
