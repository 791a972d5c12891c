package dev.facsimile.analyze.quality;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A request whose answer is known.
 *
 * @param requestId the request's id in the workload
 * @param group what it is shown under, such as a subject
 * @param expected what the answer has to be
 */
record Item(String requestId, String group, Expected expected) {
  private static final String KINDS = "choice, exact, regex, number, code";

  /**
   * Reads items, JSON Lines: {@code request_id}, {@code kind}, {@code expected}, and where wanted
   * {@code group} and {@code tolerance}.
   *
   * @throws InputException with the first line that is none
   */
  static List<Item> read(Path file) throws IOException {
    InputFiles.requireFile(file);
    List<Item> items = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    long line = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        line++;
        if (text.isBlank()) {
          continue;
        }
        Item item = item(file, line, text);
        if (!ids.add(item.requestId())) {
          throw new InputException(
              file, line, "names the request '" + item.requestId() + "' a second time");
        }
        items.add(item);
      }
    }
    if (items.isEmpty()) {
      throw new InputException(file, "holds no item");
    }
    return items;
  }

  private static Item item(Path file, long line, String text) {
    JsonNode row;
    try {
      row = Json.tree(text);
    } catch (IOException e) {
      throw new InputException(file, line, "is not JSON, expected an item");
    }
    String id = row.path("request_id").asText("");
    String expected = row.path("expected").asText("");
    String kind = row.path("kind").asText("");
    if (id.isEmpty() || !row.has("expected")) {
      throw new InputException(file, line, "has no request_id or no expected, an item has both");
    }
    Expected answer =
        switch (kind) {
          case "choice" -> {
            if (!expected.matches("[A-Za-z]")) {
              throw new InputException(
                  file, line, "expects '" + expected + "', a choice is one letter");
            }
            yield new Expected.Choice(expected.toUpperCase(Locale.ROOT).charAt(0));
          }
          case "exact" -> new Expected.Exact(expected);
          case "regex" -> new Expected.Regex(pattern(file, line, expected));
          case "number" -> number(file, line, row, expected);
          case "code" -> new Expected.Code(expected);
          default ->
              throw new InputException(
                  file, line, "is of the kind '" + kind + "', expected one of " + KINDS);
        };
    return new Item(id, Optional.ofNullable(row.path("group").asText(null)).orElse("all"), answer);
  }

  private static Pattern pattern(Path file, long line, String expected) {
    try {
      return Pattern.compile(expected, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new InputException(file, line, "expects a regex that is none: " + e.getDescription());
    }
  }

  private static Expected number(Path file, long line, JsonNode row, String expected) {
    try {
      return new Expected.Number(
          Double.parseDouble(expected), Math.abs(row.path("tolerance").asDouble(1e-6)));
    } catch (NumberFormatException e) {
      throw new InputException(file, line, "expects '" + expected + "', which is no number");
    }
  }
}
