package dev.facsimile.anonymize.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** What a row's content looks like without telling it. */
final class ContentShape {
  private ContentShape() {}

  /** Its messages and characters of text. */
  static String of(String content) {
    try {
      JsonNode tree = Json.tree(content);
      LongAdder characters = new LongAdder();
      ContentPaths.walk(tree, (path, text) -> characters.add(text.length()));
      return String.format(
          Locale.ROOT,
          "%,d messages, %,d characters",
          tree.path("messages").size(),
          characters.sum());
    } catch (JsonProcessingException e) {
      return String.format(Locale.ROOT, "no JSON, %,d characters", content.length());
    }
  }
}
