package dev.facsimile.synth.clients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A client's distributions of lengths by stretch of time: an object by the second that the stretch
 * begins at, each with {@code input_tokens} and {@code output_tokens}.
 *
 * @param stretches ascending
 */
record ClientLengths(List<Stretch> stretches) {

  /**
   * A stretch of time.
   *
   * @param startSeconds its start; it ends where the next one begins
   * @param input tokens of the prompts
   * @param output tokens of the answers
   */
  record Stretch(long startSeconds, TokenShares input, TokenShares output) {

    boolean known() {
      return input.known() && output.known();
    }
  }

  static ClientLengths read(Path file) throws IOException {
    JsonNode root = tree(file);
    if (!root.isObject()) {
      throw new InputException(file, "is no JSON object, expected distributions by second");
    }
    List<Stretch> stretches = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : root.properties()) {
      stretches.add(
          new Stretch(
              second(file, entry.getKey()),
              shares(file, entry.getKey(), entry.getValue(), "input_tokens"),
              shares(file, entry.getKey(), entry.getValue(), "output_tokens")));
    }
    stretches.sort(Comparator.comparingLong(Stretch::startSeconds));
    return new ClientLengths(stretches);
  }

  private static JsonNode tree(Path file) throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      return Json.tree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new InputException(file, "is no JSON: " + e.getOriginalMessage());
    }
  }

  private static long second(Path file, String key) {
    if (!key.matches("\\d{1,15}")) {
      throw new InputException(
          file, "has a stretch '" + key + "', expected the second that it begins at");
    }
    return Long.parseLong(key);
  }

  private static TokenShares shares(Path file, String start, JsonNode fields, String name) {
    JsonNode text = fields.path(name);
    String where = "stretch " + start + " of " + name;
    if (!text.isTextual()) {
      throw new InputException(
          file, "has no " + name + " at stretch " + start + ", expected text such as {12: 0.5}");
    }
    return TokenShares.parse(file, where, text.textValue());
  }

  /** Where a stretch ends: where the next one begins. */
  long endSeconds(int stretch) {
    return stretch + 1 < stretches.size()
        ? stretches.get(stretch + 1).startSeconds()
        : Long.MAX_VALUE;
  }
}
