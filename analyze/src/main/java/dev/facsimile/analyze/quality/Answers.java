package dev.facsimile.analyze.quality;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The answers' texts that a run kept, of the wanted requests alone. */
final class Answers {
  private Answers() {}

  /**
   * Text by request id.
   *
   * @throws InputException if the run kept none
   */
  static Map<String, String> of(RunFolder run, List<Item> items) throws IOException {
    Path file =
        run.responses()
            .orElseThrow(
                () ->
                    new InputException(
                        run.path(), "holds no answers' texts: replay it with --save-responses"));
    Set<String> wanted = items.stream().map(Item::requestId).collect(Collectors.toSet());
    Map<String, String> answers = new HashMap<>();
    long line = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        line++;
        JsonNode row = tree(file, line, text);
        String id = row.path("request_id").asText("");
        if (wanted.contains(id)) {
          answers.put(id, row.path("content").asText(""));
        }
      }
    }
    return answers;
  }

  private static JsonNode tree(Path file, long line, String text) {
    try {
      return Json.tree(text);
    } catch (IOException e) {
      throw new InputException(file, line, "is not JSON, expected an answer");
    }
  }
}
