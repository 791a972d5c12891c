package dev.facsimile.trace.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Headers and documents as JSON: snake_case, absent fields left out, maps in key order. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Json() {}

  /** {@code value} on one line. */
  public static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass() + " as JSON", e);
    }
  }

  /** {@code value} over several lines, for people. */
  public static String pretty(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass() + " as JSON", e);
    }
  }

  /**
   * The JSON value in {@code text}.
   *
   * @throws JsonProcessingException if it is none
   */
  public static JsonNode tree(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }

  /** {@code value} as a JSON tree. */
  public static JsonNode toTree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** What {@link #line} wrote of an object of that type, on its way from process to process. */
  public static <T> T read(String line, Class<T> type) {
    try {
      return MAPPER.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("is no " + type.getSimpleName() + " that was written", e);
    }
  }

  /**
   * The header in {@code text}, of format {@code format} and at most version {@code version}.
   *
   * @throws InputException if it is another format, or a newer version, or not JSON
   */
  public static <T> T header(Path file, String text, String format, int version, Class<T> type) {
    try {
      JsonNode tree = MAPPER.readTree(text);
      String found = tree.path("format").asText("none");
      if (!found.equals(format)) {
        throw new InputException(
            file, "its header names the format '" + found + "', expected '" + format + "'");
      }
      int foundVersion = tree.path("format_version").asInt();
      if (foundVersion > version) {
        throw new InputException(
            file,
            "format version "
                + foundVersion
                + " is newer than this Facsimile reads ("
                + version
                + "): use the version that wrote it");
      }
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new InputException(
          file, "its header is not valid: " + e.getOriginalMessage() + ", expected " + format, e);
    }
  }

  /**
   * Reads a whole JSON document with a header's fields.
   *
   * @throws InputException if there is no such file, or it is not text, or as {@link #header}
   */
  public static <T> T document(Path file, String format, int version, Class<T> type)
      throws IOException {
    InputFiles.requireFile(file);
    String text;
    try {
      text = Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InputException(file, "is not text, expected " + format + " as JSON", e);
    }
    return header(file, text, format, version, type);
  }

  /** Writes a whole JSON document. */
  public static void write(Path file, Object value) throws IOException {
    try (AtomicFile out = AtomicFile.create(file)) {
      Files.writeString(out.path(), pretty(value));
      out.commit();
    }
  }
}
