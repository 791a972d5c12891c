package dev.facsimile.replay.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.text.content.ContentChoice;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.util.List;
import java.util.OptionalInt;

/** Real conversations, and other words for requests that none fits. */
final class ContentWords implements Words {
  private final ContentChoice choice;
  private final PromptVocabulary vocabulary;
  private final boolean asMessages;
  private final Words otherwise;

  /**
   * Conversations.
   *
   * @param asMessages whether they are sent as messages; else as the text that they make
   */
  ContentWords(
      ContentChoice choice, PromptVocabulary vocabulary, boolean asMessages, Words otherwise) {
    this.choice = choice;
    this.vocabulary = vocabulary;
    this.asMessages = asMessages;
    this.otherwise = otherwise;
  }

  @Override
  public Wording of(WorkloadRow row) {
    if (row.messages().isPresent()) {
      return Wording.literal(row, OptionalInt.empty());
    }
    WorkloadRow filled;
    synchronized (choice) {
      filled = choice.fill(row);
    }
    if (filled.messages().isEmpty()) {
      return otherwise.of(row);
    }
    OptionalInt tokens = OptionalInt.of(filled.inputTokens());
    if (asMessages) {
      return Wording.literal(filled, tokens);
    }
    return Wording.text(
        new WorkloadRow(filled.request(), filled.intent()), written(filled), tokens);
  }

  private String written(WorkloadRow filled) {
    try {
      return vocabulary.written(Json.tree(filled.messages().orElseThrow()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the messages were written by us", e);
    }
  }

  @Override
  public List<String> found() {
    return choice.found();
  }
}
