package dev.facsimile.anonymize.detect.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * A corpus file: one JSON object a line with {@code id}, {@code text}, {@code label}, {@code
 * group}, {@code spans}, {@code canaries}, {@code neg_scope} and {@code note}; gzip by extension.
 * The whole file is held in memory.
 */
public final class LabelledTexts {
  private LabelledTexts() {}

  /**
   * All texts of {@code file}.
   *
   * @throws InputException if a line is not such an object
   * @throws IOException if the file cannot be read
   */
  public static List<LabelledText> read(Path file) throws IOException {
    List<LabelledText> texts = new ArrayList<>();
    try (InputStream raw = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        texts.add(parsed(file, number, line));
      }
    }
    return texts;
  }

  private static LabelledText parsed(Path file, int number, String line) {
    try {
      JsonNode node = Json.tree(line);
      String group = node.path("group").asText("");
      return new LabelledText(
          node.path("id").asText(),
          node.path("text").asText(),
          LabelledText.Label.valueOf(node.path("label").asText().toUpperCase(Locale.ROOT)),
          group.equals("null") ? "" : group,
          spans(node.path("spans")),
          strings(node.path("canaries")),
          node.path("neg_scope").asText(""),
          node.path("note").asText("").contains("span-unknown"));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new InputException(
          file, number, "not a labelled text, expected an object with id, text, label and spans");
    }
  }

  private static List<LabelledText.Span> spans(JsonNode nodes) {
    List<LabelledText.Span> spans = new ArrayList<>();
    for (JsonNode span : nodes) {
      spans.add(
          new LabelledText.Span(
              span.path("start").asInt(),
              span.path("end").asInt(),
              span.path("type").asText(),
              span.path("subtype").asText("")));
    }
    return spans;
  }

  private static List<String> strings(JsonNode nodes) {
    List<String> strings = new ArrayList<>();
    nodes.forEach(node -> strings.add(node.asText()));
    return strings;
  }
}
