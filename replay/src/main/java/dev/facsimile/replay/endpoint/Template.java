package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A protocol that a user describes in a file: the body with places for what changes, and where in
 * the answer its parts lie.
 *
 * @param path below the server's root, such as {@code /generate}
 * @param headers more headers
 * @param body the body; texts in it hold places such as <code>{{prompt}}</code>
 * @param stream how a streamed answer is cut
 * @param text where a chunk's text lies: one that is not empty is a token
 * @param reasoning where its reasoning lies
 * @param finish where the reason to stop lies
 * @param done the event that ends the stream, word for word
 * @param error where an error lies
 * @param inputTokens where the server's count of the prompt lies
 * @param outputTokens where that of the output lies
 * @param cachedTokens where that of the cached part of the prompt lies
 * @param times where the server's own times lie
 */
public record Template(
    String path,
    SortedMap<String, String> headers,
    JsonNode body,
    Stream stream,
    List<JsonPointer> text,
    List<JsonPointer> reasoning,
    Optional<JsonPointer> finish,
    Optional<String> done,
    Optional<JsonPointer> error,
    Optional<JsonPointer> inputTokens,
    Optional<JsonPointer> outputTokens,
    Optional<JsonPointer> cachedTokens,
    Times times) {

  /** How a streamed answer is cut. */
  public enum Stream {
    /** Server-sent events. */
    EVENTS,
    /** JSON Lines. */
    LINES,
    /** Never streamed. */
    NONE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What the server counts times in. */
  public enum TimeUnit {
    S(1e9),
    MS(1e6),
    US(1e3),
    NS(1);

    private final double nanos;

    TimeUnit(double nanos) {
      this.nanos = nanos;
    }

    /** Nanoseconds in one. */
    public double nanos() {
      return nanos;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Where the server's own times of a request lie.
   *
   * @param queue waiting before it was worked on
   * @param prefill from there to the first token
   * @param decode from the first to the last token
   * @param unit what they are counted in
   */
  public record Times(
      Optional<JsonPointer> queue,
      Optional<JsonPointer> prefill,
      Optional<JsonPointer> decode,
      TimeUnit unit) {}

  /** What may stand in the body's places. */
  static final List<String> PLACES =
      List.of(
          "prompt",
          "messages",
          "model",
          "input_tokens",
          "output_tokens",
          "reasoning_tokens",
          "stream",
          "request_id",
          "session_id",
          "tenant",
          "cache_salt");

  static final Pattern PLACE = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");

  private static final List<String> KEYS = List.of("path", "headers", "body", "stream", "answer");
  private static final List<String> ANSWER =
      List.of(
          "text",
          "reasoning",
          "finish",
          "done",
          "error",
          "input_tokens",
          "output_tokens",
          "cached_tokens",
          "queue_time",
          "prefill_time",
          "decode_time",
          "time_unit");

  /**
   * Reads one, YAML or JSON.
   *
   * @throws InputException with everything that is wrong with it
   */
  public static Template read(Path file) throws IOException {
    List<String> errors = new ArrayList<>();
    JsonNode tree = YamlSection.tree(file);
    Reader reader = new Reader(tree, errors);
    Optional<Template> template = reader.template();
    if (!errors.isEmpty() || template.isEmpty()) {
      throw new InputException(file, String.join("; ", errors));
    }
    return template.get();
  }

  /** Whether some place in the body is {@code name}. */
  boolean has(String name) {
    return names(body).contains(name);
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    if (node.isTextual()) {
      Matcher place = PLACE.matcher(node.textValue());
      while (place.find()) {
        names.add(place.group(1));
      }
    }
    node.forEach(child -> names.addAll(names(child)));
    return names;
  }

  /** Reads a file's tree and notes what is wrong with it. */
  private static final class Reader {
    private final JsonNode tree;
    private final List<String> errors;

    Reader(JsonNode tree, List<String> errors) {
      this.tree = tree;
      this.errors = errors;
    }

    Optional<Template> template() {
      YamlSection root = YamlSection.root(tree, "an endpoint template", errors).only(KEYS);
      Optional<String> path = root.text("path");
      Optional<String> stream =
          root.wordOr(
              Stream.EVENTS.word(),
              "stream",
              List.of(Stream.EVENTS.word(), Stream.LINES.word(), Stream.NONE.word()));
      YamlSection answer = root.section("answer").only(ANSWER);
      path.filter(p -> !p.startsWith("/"))
          .ifPresent(p -> root.error("path", "is '" + p + "', expected one that begins with /"));
      body(root);
      List<JsonPointer> text = pointers("text");
      if (text.isEmpty()) {
        answer.missing("text", "a JSON pointer, such as /choices/0/text");
      }
      List<JsonPointer> reasoning = pointers("reasoning");
      Optional<JsonPointer> finish = pointer("finish");
      Optional<String> done =
          Optional.of(tree.path("answer").path("done").asText("")).filter(d -> !d.isEmpty());
      Optional<JsonPointer> error = pointer("error");
      Optional<JsonPointer> input = pointer("input_tokens");
      Optional<JsonPointer> output = pointer("output_tokens");
      Optional<JsonPointer> cached = pointer("cached_tokens");
      Times times =
          new Times(
              pointer("queue_time"), pointer("prefill_time"), pointer("decode_time"), unit(answer));
      if (!errors.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new Template(
              path.orElseThrow(),
              headers(),
              tree.path("body"),
              Stream.valueOf(stream.orElseThrow().toUpperCase(Locale.ROOT)),
              text,
              reasoning,
              finish,
              done,
              error,
              input,
              output,
              cached,
              times));
    }

    private TimeUnit unit(YamlSection answer) {
      List<String> words = Arrays.stream(TimeUnit.values()).map(TimeUnit::word).toList();
      Optional<String> word = answer.wordOr(TimeUnit.S.word(), "time_unit", words);
      return TimeUnit.valueOf(word.orElse(TimeUnit.S.word()).toUpperCase(Locale.ROOT));
    }

    private void body(YamlSection root) {
      if (!root.isSection("body")) {
        root.missing("body", "a mapping with places such as {{prompt}}");
        return;
      }
      List<String> names = names(tree.path("body"));
      for (String name : names) {
        if (!PLACES.contains(name)) {
          String near =
              NearMiss.of(name, PLACES).map(n -> ", did you mean {{" + n + "}}?").orElse("");
          root.error(
              "body",
              "{{" + name + "}} is no place that can be filled" + near + " (" + PLACES + ")");
        }
      }
      if (!names.contains("prompt") && !names.contains("messages")) {
        root.error("body", "has neither {{prompt}} nor {{messages}}, expected one of them");
      }
    }

    private SortedMap<String, String> headers() {
      SortedMap<String, String> headers = new TreeMap<>();
      for (Map.Entry<String, JsonNode> header : tree.path("headers").properties()) {
        headers.put(header.getKey(), header.getValue().asText());
      }
      return headers;
    }

    private List<JsonPointer> pointers(String key) {
      JsonNode found = tree.path("answer").path(key);
      List<JsonPointer> pointers = new ArrayList<>();
      if (found.isTextual()) {
        compile(key, found.textValue()).ifPresent(pointers::add);
      }
      found.forEach(each -> compile(key, each.asText("")).ifPresent(pointers::add));
      return pointers;
    }

    private Optional<JsonPointer> pointer(String key) {
      JsonNode found = tree.path("answer").path(key);
      return found.isMissingNode() ? Optional.empty() : compile(key, found.asText(""));
    }

    private Optional<JsonPointer> compile(String key, String text) {
      try {
        return Optional.of(JsonPointer.compile(text));
      } catch (IllegalArgumentException e) {
        errors.add(
            "answer." + key + ": is '" + text + "', expected a JSON pointer such as /usage/tokens");
        return Optional.empty();
      }
    }
  }
}
