package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Ways to damage an entry of a log. */
final class Mutations {

  /** What must become of a damaged entry. */
  enum Due {
    /** Nothing that can be said beforehand, but that it ends in one of the four ways. */
    ANY,
    /** At least one row of it is refused. */
    REJECTED,
    /** It is as good as before. */
    HARMLESS
  }

  /**
   * A damaged entry.
   *
   * @param what was done to it
   */
  record Mutation(String what, byte[] bytes, Due due) {}

  private static final String RAW = "@raw@";
  private static final List<JsonNode> BAD_VALUES =
      List.of(
          new TextNode(RAW + "\"x\""),
          new TextNode(RAW + "\"\""),
          new TextNode(RAW + "-1"),
          new TextNode(RAW + "1.5"),
          new TextNode(RAW + "1e400"),
          new TextNode(RAW + "1e-400"),
          new TextNode(RAW + "1e2147483647"),
          new TextNode(RAW + "123456789012345678901234567890"),
          new TextNode(RAW + "9223372036854775807"),
          new TextNode(RAW + "{}"),
          new TextNode(RAW + "[]"),
          new TextNode(RAW + "[[null]]"),
          new TextNode(RAW + "true"),
          new TextNode(RAW + "null"),
          new TextNode(RAW + "\"\\ud800\""),
          new TextNode(RAW + "\"1960-01-01T00:00:00Z\""),
          new TextNode(RAW + "\"9999-12-31T23:59:59.999999999Z\""));

  private static final List<String> BAD_CELLS =
      List.of(
          "x",
          "",
          "-1",
          "1.5",
          "1e400",
          "1e2147483647",
          "NaN",
          "123456789012345678901234567890",
          "9223372036854775807",
          "{}",
          "[[null]]",
          "{",
          "1960-01-01 00:00:00",
          "9999-12-31 23:59:59.999999999");

  private final LogFormat.Shape shape;
  private final boolean thorough;
  private final List<Mutation> all = new ArrayList<>();

  private Mutations(LogFormat.Shape shape, boolean thorough) {
    this.shape = shape;
    this.thorough = thorough;
  }

  /**
   * Every kind of damage that can be named, done to {@code entry}.
   *
   * @param thorough whether to try half of the bad values in each field, and entries of 10 MB; else
   *     an eighth of the values
   */
  static List<Mutation> named(LogFormat.Shape shape, String entry, boolean thorough) {
    Mutations mutations = new Mutations(shape, thorough);
    mutations.ofBytes(entry);
    switch (shape) {
      case CSV -> mutations.ofCells(entry);
      case JSON, JSON_LINES, JSON_DOCUMENT -> mutations.ofJson(entry);
      case TEXT_LINES, PARQUET, ARROW -> {}
    }
    return mutations.all;
  }

  private void add(String what, String text, Due due) {
    all.add(new Mutation(what, text.getBytes(StandardCharsets.UTF_8), due));
  }

  private void ofBytes(String entry) {
    boolean json = shape == LogFormat.Shape.JSON || shape == LogFormat.Shape.JSON_LINES;
    for (int quarter = 1; quarter <= 3; quarter++) {
      add(
          "truncated after " + quarter + " quarters",
          entry.substring(0, entry.length() * quarter / 4),
          json ? Due.REJECTED : Due.ANY);
    }
    add("without its last character", entry.substring(0, entry.length() - 1), Due.ANY);
    add("twice", entry + "\n" + entry, Due.ANY);
    add("empty lines around it", "\n\n" + entry + "\n\n", Due.ANY);
    add("ends in CRLF", entry.replace("\n", "\r\n") + "\r", Due.HARMLESS);
    add("byte order mark within the log", "\uFEFF" + entry, Due.ANY);
    int middle = entry.length() / 2;
    String before = entry.substring(0, middle);
    String after = entry.substring(middle);
    add("NUL in the middle", before + "\0" + after, Due.ANY);
    if (thorough) {
      add("a line of 10 MB", before + "x".repeat(10 << 20) + after, Due.ANY);
    }
    add("1,000 brackets", before + "[".repeat(1000) + after, Due.ANY);
    ByteArrayOutputStream broken = new ByteArrayOutputStream();
    broken.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    broken.writeBytes(new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF});
    broken.writeBytes(after.getBytes(StandardCharsets.UTF_8));
    all.add(new Mutation("invalid UTF-8", broken.toByteArray(), Due.REJECTED));
  }

  private void ofCells(String entry) {
    String[] lines = entry.split("\n", 2);
    List<String> cells = cells(lines[0]);
    String rest = lines.length > 1 ? "\n" + lines[1] : "";
    add("a cell more", lines[0] + ",x" + rest, Due.REJECTED);
    add("a cell less", String.join(",", cells.subList(1, cells.size())) + rest, Due.REJECTED);
    for (int i = 0; i < cells.size(); i++) {
      List<String> bad = new ArrayList<>(cells);
      for (String value : BAD_CELLS) {
        bad.set(i, value);
        add("cell " + i + " is " + value, String.join(",", bad) + rest, Due.ANY);
      }
      bad.set(i, "\"" + cells.get(i).replace("\"", ""));
      add("cell " + i + " has a quote that is not closed", String.join(",", bad) + rest, Due.ANY);
    }
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1));
  }

  private void ofJson(String entry) {
    String[] lines = entry.split("\n", 2);
    String rest = lines.length > 1 ? "\n" + lines[1] : "";
    int brace = lines[0].indexOf('{') + 1;
    String open = lines[0].substring(0, brace);
    String fields = lines[0].substring(brace);
    String key = fields.substring(0, fields.indexOf(':') + 1);
    add("an unknown field", open + "\"unheard_of\":{\"of\":[1]}," + fields + rest, Due.HARMLESS);
    add("a key twice", open + key + "null," + fields + rest, Due.REJECTED);
    add("NaN", open + "\"unheard_of\":NaN," + fields + rest, Due.REJECTED);
    add(
        "a number of 2,000 digits",
        open + "\"n\":" + "9".repeat(2000) + "," + fields + rest,
        Due.ANY);
    String deep = "[".repeat(1000) + "]".repeat(1000);
    add("nested 1,000 deep", open + "\"n\":" + deep + "," + fields + rest, Due.REJECTED);
    if (thorough) {
      add(
          "a text of 10 MB",
          open + "\"n\":\"" + "x".repeat(10 << 20) + "\"," + fields + rest,
          Due.HARMLESS);
    }
    JsonNode tree;
    try {
      tree = Json.tree(lines[0]);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
    eachField(tree, tree, "", rest);
  }

  private void eachField(JsonNode root, JsonNode node, String path, String rest) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode value = object.get(name);
        damage(root, path + "." + name, rest, bad -> object.set(name, bad));
        object.remove(name);
        add(path + "." + name + " is missing", root + rest, Due.ANY);
        object.set(name, value);
        eachField(root, value, path + "." + name, rest);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode value = array.get(i);
        int at = i;
        damage(root, path + "." + i, rest, bad -> array.set(at, bad));
        array.set(i, value);
        eachField(root, value, path + "." + i, rest);
      }
    }
  }

  private void damage(JsonNode root, String path, String rest, Consumer<JsonNode> place) {
    int stride = thorough ? 2 : 8;
    for (int i = all.size() % stride; i < BAD_VALUES.size(); i += stride) {
      JsonNode bad = BAD_VALUES.get(i);
      place.accept(bad);
      String raw = bad.textValue().substring(RAW.length());
      add(path + " is " + raw, root.toString().replace(bad.toString(), raw) + rest, Due.ANY);
    }
  }

  private static final List<byte[]> TOKENS =
      List.of(
              "\"",
              "{",
              "}",
              "[",
              "]",
              ",",
              ":",
              "\\",
              "\n",
              "\r\n",
              "\0",
              "\uFEFF",
              "NaN",
              "null",
              "-",
              "1e999",
              "99999999999999999999",
              "\\ud800",
              "\"\"",
              "0",
              ".",
              " ",
              "é",
              "true",
              "\"x\":",
              "'",
              "\t")
          .stream()
          .map(token -> token.getBytes(StandardCharsets.UTF_8))
          .toList();

  /** One to four random edits of bytes, drawn from {@code random}. */
  static byte[] random(byte[] entry, SplittableRandom random) {
    byte[] bytes = entry.clone();
    int edits = 1 + random.nextInt(4);
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(bytes.length + 1);
      int end = Math.min(bytes.length, at + random.nextInt(1 + random.nextInt(24)));
      byte[] with =
          switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> slice(bytes, random);
            default -> TOKENS.get(random.nextInt(TOKENS.size()));
          };
      ByteArrayOutputStream edited = new ByteArrayOutputStream();
      edited.write(bytes, 0, at);
      edited.writeBytes(with);
      edited.write(bytes, end, bytes.length - end);
      bytes = edited.toByteArray();
    }
    return bytes;
  }

  private static byte[] slice(byte[] bytes, SplittableRandom random) {
    int from = random.nextInt(bytes.length + 1);
    return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + random.nextInt(40)));
  }
}
