package dev.facsimile.trace.text.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** A tokenizer's folder in tests, and what its template makes of messages. */
record TemplateFolder(Path folder) {
  static final Clock CLOCK = Clock.fixed(Instant.parse("2025-03-09T14:05:06Z"), ZoneOffset.UTC);

  Optional<ChatTemplate> load() throws IOException {
    return ChatTemplate.load(folder.resolve("tokenizer.json"), CLOCK);
  }

  void configuration(JsonNode fields) throws IOException {
    Files.writeString(folder.resolve("tokenizer_config.json"), fields.toString());
  }

  /** The template of a configuration with special tokens. */
  ChatTemplate template(String template) throws IOException {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    fields.put("bos_token", "<s>").put("eos_token", "</s>");
    fields.putObject("pad_token").put("content", "<pad>");
    fields.putNull("unk_token");
    fields.put("chat_template", template);
    configuration(fields);
    return load().orElseThrow();
  }

  /** What {@code template} prints for no messages. */
  String prints(String template) throws IOException {
    Rendering rendering = template(template).render(Json.tree("[]"), Optional.empty(), false);
    if (rendering instanceof Rendering.Prompt prompt) {
      return prompt.text();
    }
    throw new AssertionError(((Rendering.Refused) rendering).sentence());
  }

  /** Why {@code template} refuses no messages, without the file. */
  String refuses(String template) throws IOException {
    Rendering rendering = template(template).render(Json.tree("[]"), Optional.empty(), false);
    if (rendering instanceof Rendering.Refused refused) {
      return refused.sentence().replace(folder.resolve("tokenizer_config.json") + ": ", "");
    }
    throw new AssertionError("printed: " + ((Rendering.Prompt) rendering).text());
  }
}
