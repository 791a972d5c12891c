package dev.facsimile.trace.text.content;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Conversations in a file, as a JSON array or JSON Lines, in one of the common shapes:
 *
 * <ul>
 *   <li>OpenAI: {@code messages} of {@code role} and {@code content}, tool calls and results as
 *       they are;
 *   <li>ShareGPT: {@code conversations} of {@code from} and {@code value};
 *   <li>Alpaca: {@code instruction}, {@code input} where there is one, and {@code output}.
 * </ul>
 */
public final class ContentFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ContentFile() {}

  /**
   * Reads conversations one after another.
   *
   * @param each takes the messages of one, in OpenAI's form
   * @return entries that hold no conversation in a known shape
   * @throws InputException if the file is not JSON, or holds no conversation at all
   */
  public static long read(Path file, Consumer<ArrayNode> each) throws IOException {
    InputFiles.requireFile(file);
    long unknown = 0;
    long known = 0;
    try (InputStream in = Files.newInputStream(file);
        MappingIterator<JsonNode> entries = JSON.readerFor(JsonNode.class).readValues(in)) {
      while (entries.hasNextValue()) {
        Optional<ArrayNode> messages = messages(entries.nextValue());
        messages.ifPresent(each);
        known += messages.isPresent() ? 1 : 0;
        unknown += messages.isPresent() ? 0 : 1;
      }
    } catch (JsonProcessingException e) {
      throw new InputException(
          file, "is not a JSON array or JSON Lines of conversations: " + e.getOriginalMessage(), e);
    }
    if (known == 0) {
      throw new InputException(
          file,
          "holds no conversation, expected entries with messages, conversations or instruction");
    }
    return unknown;
  }

  private static Optional<ArrayNode> messages(JsonNode entry) {
    if (entry.path("messages").isArray()) {
      return Optional.of((ArrayNode) entry.get("messages")).filter(ContentFile::areMessages);
    }
    if (entry.path("conversations").isArray()) {
      return ShareGpt.messages(entry.get("conversations")).filter(found -> !found.isEmpty());
    }
    return entry.path("instruction").isTextual() ? Optional.of(alpaca(entry)) : Optional.empty();
  }

  private static boolean areMessages(JsonNode messages) {
    for (JsonNode message : messages) {
      if (!message.path("role").isTextual()) {
        return false;
      }
    }
    return !messages.isEmpty();
  }

  private static ArrayNode alpaca(JsonNode entry) {
    String input = entry.path("input").asText("");
    String asked = entry.get("instruction").textValue();
    ArrayNode messages = NODES.arrayNode();
    messages
        .addObject()
        .put("role", "user")
        .put("content", input.isBlank() ? asked : asked + "\n\n" + input);
    if (entry.path("output").isTextual()) {
      messages.addObject().put("role", "assistant").put("content", entry.get("output").asText());
    }
    return messages;
  }
}
