package dev.facsimile.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.template.ChatTemplate;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The text of a prompt, as the model's chat template writes it with tools and the generation
 * prompt; as plain text where there is no template, or where it refuses the messages: the server
 * answered that request, so that it stays in the trace, and how many there are is told. Safe for
 * use by several threads.
 */
final class PromptRendering {
  private final Optional<ChatTemplate> template;
  private final AtomicLong prompts = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> example = new AtomicReference<>("");

  PromptRendering(Optional<ChatTemplate> template) {
    this.template = template;
  }

  /** The text of {@code content}'s messages and tools. */
  String text(JsonNode content) {
    JsonNode messages = content.path("messages");
    if (template.isEmpty()) {
      return ChatText.of(messages);
    }
    prompts.incrementAndGet();
    Optional<JsonNode> tools =
        Optional.of(content.path("tools")).filter(list -> list.isArray() && !list.isEmpty());
    Rendering rendering = template.get().render(ServedMessages.of(messages), tools, true);
    if (rendering instanceof Rendering.Prompt prompt) {
      return prompt.text();
    }
    refused.incrementAndGet();
    // The least of the sentences, not the first: threads take turns as they like.
    String sentence = ((Rendering.Refused) rendering).sentence();
    example.accumulateAndGet(sentence, (a, b) -> a.isEmpty() || b.compareTo(a) < 0 ? b : a);
    return ChatText.of(messages);
  }

  /** What was counted, for a header. */
  String rule() {
    if (template.isEmpty()) {
      return "which has no chat template beside it: as plain text, without a template's own tokens";
    }
    String rule =
        "with tools and generation prompt as its chat template "
            + template.get().sha256().substring(0, 16)
            + " writes them";
    return refused.get() == 0
        ? rule
        : rule + " (" + shareRefused() + ", which it refused, as plain text)";
  }

  /** A sentence about what was refused, with an example; absent if nothing was. */
  Optional<String> note() {
    return refused.get() == 0
        ? Optional.empty()
        : Optional.of(
            "the chat template refused "
                + shareRefused()
                + ", which were counted as plain text; for example: "
                + example.get());
  }

  private String shareRefused() {
    return refused.get() + " of " + prompts.get() + " prompts";
  }
}
