package dev.facsimile.trace.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A mapping in a YAML file that people write. What is wrong with it goes to a list that all
 * sections share, so that one reading finds every error; an absent answer means that an error was
 * noted, or that an optional key is not there.
 */
public final class YamlSection {
  private final String path;
  private final JsonNode node;
  private final List<String> errors;

  private YamlSection(String path, JsonNode node, List<String> errors) {
    this.path = path;
    this.node = node;
    this.errors = errors;
  }

  /**
   * The document of a file, in UTF-8.
   *
   * @param errors takes what is wrong with it
   * @throws InputException if it is not YAML
   */
  public static YamlSection read(Path file, List<String> errors) throws IOException {
    return root(tree(file), "a mapping", errors);
  }

  /**
   * A document as a tree, in which no key may stand twice.
   *
   * @throws InputException if the file is not YAML in UTF-8
   */
  public static JsonNode tree(Path file) throws IOException {
    InputFiles.requireFile(file);
    try {
      return tree(file, Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new InputException(file, "is not UTF-8, expected YAML in UTF-8", e);
    }
  }

  /**
   * The same of a text that was read already.
   *
   * @param file where it came from
   * @throws InputException if it is not YAML
   */
  public static JsonNode tree(Path file, String text) {
    YAMLFactory yaml =
        YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try {
      return new ObjectMapper(yaml).readTree(text);
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String found = e.getOriginalMessage().lines().findFirst().orElse("cannot be read");
      throw new InputException(file, line, "is not valid YAML: " + found);
    }
  }

  /**
   * The document of a tree.
   *
   * @param expected what it should be, for the error where it is no mapping
   * @param errors takes what is wrong with it
   */
  public static YamlSection root(JsonNode node, String expected, List<String> errors) {
    if (!node.isObject()) {
      errors.add("the document is " + kind(node) + ", expected " + expected);
      return new YamlSection("", MissingNode.getInstance(), errors);
    }
    return new YamlSection("", node, errors);
  }

  /** Its keys. */
  public List<String> keys() {
    return node.propertyStream().map(Map.Entry::getKey).toList();
  }

  /** Whether there is such a key. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Notes every key outside {@code known}. */
  public YamlSection only(List<String> known) {
    for (String key : keys()) {
      if (!known.contains(key)) {
        String near = meant(key, known);
        error(key, "unknown" + (near.isEmpty() ? ", expected " + oneOf(known) : near));
      }
    }
    return this;
  }

  /** Notes what is wrong with {@code key}. */
  public void error(String key, String sentence) {
    errors.add(path + key + ": " + sentence);
  }

  /** The mapping under {@code key}; an empty one, after an error, where there is none. */
  public YamlSection section(String key) {
    JsonNode found = node.path(key);
    if (found.isObject()) {
      return new YamlSection(path + key + ".", found, errors);
    }
    if (found.isMissingNode()) {
      missing(key, "a mapping");
    } else {
      error(key, "is " + kind(found) + ", expected a mapping");
    }
    return new YamlSection(path + key + ".", MissingNode.getInstance(), errors);
  }

  /** The text under {@code key}, which must be there. */
  public Optional<String> text(String key) {
    JsonNode found = node.path(key);
    if (found.isTextual() && !found.asText().isBlank()) {
      return Optional.of(found.asText());
    }
    if (found.isMissingNode()) {
      missing(key, "a name");
    } else {
      error(key, "is " + kind(found) + ", expected a name");
    }
    return Optional.empty();
  }

  /** The one word that is allowed, which must be there; {@code because} ends the error. */
  public void only(String key, String allowed, String because) {
    word(key, List.of(allowed), ": " + because);
  }

  /** One of {@code allowed}, which must be there. */
  public Optional<String> word(String key, List<String> allowed) {
    return word(key, allowed, "");
  }

  /** One of {@code allowed}, or {@code otherwise} where the key is not there. */
  public Optional<String> wordOr(String otherwise, String key, List<String> allowed) {
    return has(key) ? word(key, allowed) : Optional.of(otherwise);
  }

  private Optional<String> word(String key, List<String> allowed, String because) {
    JsonNode found = node.path(key);
    if (found.isMissingNode()) {
      missing(key, oneOf(allowed) + because);
      return Optional.empty();
    }
    if (found.isValueNode() && allowed.contains(found.asText())) {
      return Optional.of(found.asText());
    }
    String near = found.isTextual() ? meant(found.asText(), allowed) : "";
    error(key, "is " + kind(found) + ", expected " + oneOf(allowed) + because + near);
    return Optional.empty();
  }

  /** A whole number between {@code least} and {@code most}; absent where the key is not there. */
  public OptionalInt whole(String key, int least, int most) {
    JsonNode found = node.path(key);
    if (found.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (found.isIntegralNumber() && found.canConvertToInt()) {
      int value = found.asInt();
      if (value >= least && value <= most) {
        return OptionalInt.of(value);
      }
    }
    error(key, "is " + kind(found) + ", expected a whole number between " + least + " and " + most);
    return OptionalInt.empty();
  }

  /** A number between {@code least} and {@code most}; absent where the key is not there. */
  public OptionalDouble number(String key, double least, double most) {
    JsonNode found = node.path(key);
    if (found.isMissingNode()) {
      return OptionalDouble.empty();
    }
    if (found.isNumber() && found.asDouble() >= least && found.asDouble() <= most) {
      return OptionalDouble.of(found.asDouble());
    }
    String range = shown(least) + " and " + shown(most);
    error(key, "is " + kind(found) + ", expected a number between " + range);
    return OptionalDouble.empty();
  }

  private static String shown(double bound) {
    return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
  }

  /** True or false; false where the key is not there. */
  public boolean flag(String key) {
    JsonNode found = node.path(key);
    if (!found.isMissingNode() && !found.isBoolean()) {
      error(key, "is " + kind(found) + ", expected true or false");
    }
    return found.asBoolean(false);
  }

  /** A list of texts, each as {@code shape} says; what is wrong is noted for each of them. */
  public List<String> texts(String key, Pattern shape, String expected) {
    JsonNode found = node.path(key);
    List<String> texts = new ArrayList<>();
    if (!found.isArray()) {
      if (!found.isMissingNode()) {
        error(key, "is " + kind(found) + ", expected a list: each " + expected);
      }
      return texts;
    }
    for (int i = 0; i < found.size(); i++) {
      JsonNode entry = found.get(i);
      if (!entry.isTextual() || !shape.matcher(entry.asText()).matches()) {
        error(key + "[" + i + "]", "is " + kind(entry) + ", expected " + expected);
      } else if (texts.contains(entry.asText())) {
        error(key + "[" + i + "]", "is " + kind(entry) + ", which is there before");
      } else {
        texts.add(entry.asText());
      }
    }
    return texts;
  }

  /** A list of some of {@code known}; what is wrong is noted for each of them. */
  public List<String> words(String key, List<String> known) {
    List<String> texts = texts(key, Pattern.compile(".*", Pattern.DOTALL), oneOf(known));
    for (int i = 0; i < texts.size(); i++) {
      if (!known.contains(texts.get(i))) {
        String near = meant(texts.get(i), known);
        error(
            key + "[" + i + "]",
            "is '" + texts.get(i) + "'" + (near.isEmpty() ? ", expected " + oneOf(known) : near));
      }
    }
    return texts.stream().filter(known::contains).toList();
  }

  /** Whether the value under {@code key} is one word or number, not a mapping or a list. */
  public boolean isWord(String key) {
    return node.path(key).isValueNode() && !node.path(key).isNull();
  }

  /** Whether the value under {@code key} is that word. */
  public boolean isWord(String key, String word) {
    return isWord(key) && node.path(key).asText().equals(word);
  }

  /** Whether the value under {@code key} is a list. */
  public boolean isList(String key) {
    return node.path(key).isArray();
  }

  /** Notes that {@code key} is not there. */
  public void missing(String key, String expected) {
    // An error above has already said that the whole section is missing.
    if (!node.isMissingNode()) {
      error(key, "is missing, expected " + expected);
    }
  }

  private static String meant(String found, List<String> known) {
    return NearMiss.of(found, known).map(near -> ", did you mean " + near + "?").orElse("");
  }

  private static String oneOf(List<String> allowed) {
    return allowed.size() == 1 ? allowed.get(0) : "one of " + String.join(", ", allowed);
  }

  /** A text or a number as it was written; absent where the key is not there. */
  public Optional<String> scalar(String key) {
    JsonNode found = node.path(key);
    if (found.isMissingNode()) {
      return Optional.empty();
    }
    if (found.isTextual() || found.isNumber()) {
      return Optional.of(found.asText());
    }
    error(key, "is " + kind(found) + ", expected a text or a number");
    return Optional.empty();
  }

  /** Whether the value under {@code key} is a mapping. */
  public boolean isSection(String key) {
    return node.path(key).isObject();
  }

  private static String kind(JsonNode found) {
    return switch (found.getNodeType()) {
      case OBJECT -> "a mapping";
      case ARRAY -> "a list";
      case NULL, MISSING -> "empty";
      default -> "'" + found.asText() + "'";
    };
  }
}
