package dev.facsimile.anonymize.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.file.Json;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Goes through the contents of a trace and counts. Holds counts only. */
public final class ContentScan {
  private static final Set<String> ROLES =
      Set.of("system", "developer", "user", "assistant", "tool", "function", "model");
  private static final Set<String> PARTS =
      Set.of(
          "image_url",
          "input_image",
          "image",
          "input_audio",
          "audio",
          "file",
          "input_file",
          "video",
          "tool_use",
          "tool_result",
          "thinking",
          "refusal");

  private final TextScanner scanner;
  private final SortedMap<String, Long> roles = new TreeMap<>();
  private final SortedMap<String, Long> parts = new TreeMap<>();
  private final Map<UnicodeScript, Long> letters = new EnumMap<>(UnicodeScript.class);
  private final SortedMap<String, SortedMap<String, long[]>> findings = new TreeMap<>();
  private long requests;
  private long characters;
  private long toolCalls;
  private long toolsOffered;
  private long unreadable;
  private long latin;

  /** Counts what {@code scanner} finds. */
  public ContentScan(TextScanner scanner) {
    this.scanner = scanner;
  }

  /** Adds a row's content. */
  public void add(String content) {
    requests++;
    JsonNode tree;
    try {
      tree = Json.tree(content);
    } catch (JsonProcessingException e) {
      unreadable++;
      text("", content);
      return;
    }
    toolsOffered += tree.path("tools").size();
    for (JsonNode message : tree.path("messages")) {
      message(message);
    }
    for (JsonNode choice : tree.path("response").path("choices")) {
      message(choice.path("message"));
    }
    ContentPaths.walk(tree, this::text);
  }

  private void message(JsonNode message) {
    String role = message.path("role").asText();
    roles.merge(ROLES.contains(role) ? role : "other", 1L, Long::sum);
    toolCalls += message.path("tool_calls").size();
    for (JsonNode part : message.path("content")) {
      String type = part.path("type").asText("text");
      if (part.isObject() && !type.endsWith("text")) {
        parts.merge(PARTS.contains(type) ? type : "other", 1L, Long::sum);
      }
    }
  }

  private void text(String path, String text) {
    characters += text.length();
    countScripts(text);
    for (Finding finding : scanner.scan(text)) {
      findings.computeIfAbsent(finding.type(), t -> new TreeMap<>())
          .computeIfAbsent(path, p -> new long[Confidence.values().length])[
          finding.confidence().ordinal()]++;
    }
  }

  private void countScripts(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c < 128) {
        latin += (c | 32) >= 'a' && (c | 32) <= 'z' ? 1 : 0;
      } else if (Character.isLetter(c)) {
        letters.merge(UnicodeScript.of(c), 1L, Long::sum);
      }
      i += Character.charCount(c);
    }
  }

  /** What was counted. */
  public ContentProfile profile() {
    return new ContentProfile(
        requests,
        roles.values().stream().mapToLong(Long::longValue).sum(),
        roles,
        characters,
        scripts(),
        toolCalls,
        toolsOffered,
        parts,
        unreadable,
        found());
  }

  private SortedMap<String, Double> scripts() {
    Map<UnicodeScript, Long> all = new EnumMap<>(letters);
    all.merge(UnicodeScript.LATIN, latin, Long::sum);
    double sum = all.values().stream().mapToLong(Long::longValue).sum();
    SortedMap<String, Double> shares = new TreeMap<>();
    all.forEach(
        (script, count) -> {
          if (count > 0) {
            shares.put(script.name().toLowerCase(Locale.ROOT), count / sum);
          }
        });
    return shares;
  }

  private List<ContentProfile.Found> found() {
    List<ContentProfile.Found> found = new ArrayList<>();
    findings.forEach(
        (type, paths) ->
            paths.forEach(
                (path, counts) ->
                    found.add(
                        new ContentProfile.Found(
                            type,
                            path,
                            counts[Confidence.PROVEN.ordinal()],
                            counts[Confidence.CONTEXTUAL.ordinal()],
                            counts[Confidence.GUESS.ordinal()]))));
    found.sort(Comparator.comparingLong(ContentProfile.Found::all).reversed());
    return found;
  }
}
