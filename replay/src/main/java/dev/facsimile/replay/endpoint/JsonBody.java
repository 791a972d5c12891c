package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** One request's JSON body being written; fields that the user gave win over ours. */
final class JsonBody {
  private static final JsonFactory JSON = new ObjectMapper().getFactory();

  /** Writes fields. */
  @FunctionalInterface
  interface Fields {
    void write(JsonBody body) throws IOException;
  }

  private final JsonGenerator json;

  /** Of each open object, the names that stand in it as merged objects. */
  private final ArrayDeque<Set<String>> merged = new ArrayDeque<>();

  /** The user's fields for the object that is being written. */
  private JsonNode over;

  private JsonBody(JsonGenerator json, JsonNode over) {
    this.json = json;
    this.over = over;
  }

  /**
   * A whole body.
   *
   * @param promptLength characters of the prompt, to begin with enough room
   * @param extra the user's own fields; objects of the same name are merged
   */
  static byte[] of(int promptLength, JsonNode extra, Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(promptLength + 256);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      new JsonBody(json, extra).write(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void write(Fields fields) throws IOException {
    json.writeStartObject();
    merged.push(new HashSet<>());
    fields.write(this);
    Set<String> done = merged.pop();
    for (Map.Entry<String, JsonNode> field : over.properties()) {
      if (!done.contains(field.getKey())) {
        json.writeFieldName(field.getKey());
        json.writeTree(field.getValue());
      }
    }
    json.writeEndObject();
  }

  private boolean own(String name) {
    return !over.has(name);
  }

  JsonBody text(String name, String value) throws IOException {
    if (own(name)) {
      json.writeStringField(name, value);
    }
    return this;
  }

  JsonBody number(String name, long value) throws IOException {
    if (own(name)) {
      json.writeNumberField(name, value);
    }
    return this;
  }

  JsonBody flag(String name, boolean value) throws IOException {
    if (own(name)) {
      json.writeBooleanField(name, value);
    }
    return this;
  }

  JsonBody tree(String name, JsonNode value) throws IOException {
    if (own(name)) {
      json.writeFieldName(name);
      json.writeTree(value);
    }
    return this;
  }

  JsonBody object(String name, Fields fields) throws IOException {
    JsonNode users = over.path(name);
    if (!users.isMissingNode() && !users.isObject()) {
      return this;
    }
    merged.peek().add(name);
    json.writeFieldName(name);
    JsonNode outer = over;
    over = users;
    write(fields);
    over = outer;
    return this;
  }

  /** The chat messages: the row's own, or one user message of the prompt. */
  JsonBody messages(String name, Ask ask) throws IOException {
    if (!own(name)) {
      return this;
    }
    json.writeFieldName(name);
    if (ask.row().messages().isPresent()) {
      json.writeRawValue(ask.row().messages().get());
      return this;
    }
    json.writeStartArray();
    json.writeStartObject();
    json.writeStringField("role", "user");
    json.writeStringField("content", ask.prompt());
    json.writeEndObject();
    json.writeEndArray();
    return this;
  }
}
