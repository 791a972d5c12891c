package dev.facsimile.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a document breaks of a JSON Schema, as far as the schemas of this project use the language:
 * types, const, enum, bounds, required, properties, items, oneOf, references within the schema. A
 * property that the schema does not name is a fault here, so that none is forgotten in it.
 */
public final class SchemaCheck {
  private final JsonNode root;
  private final List<String> faults = new ArrayList<>();

  private SchemaCheck(JsonNode root) {
    this.root = root;
  }

  /** What {@code document} breaks of {@code schema}, each with its place. */
  public static List<String> faults(JsonNode schema, JsonNode document) {
    SchemaCheck check = new SchemaCheck(schema);
    check.check(schema, document, "$");
    return check.faults;
  }

  private void check(JsonNode schema, JsonNode value, String path) {
    if (schema.has("$ref")) {
      check(root.at(schema.get("$ref").asText().substring(1)), value, path);
      return;
    }
    if (schema.has("oneOf")) {
      oneOf(schema.get("oneOf"), value, path);
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      fault(path, value, "const " + schema.get("const"));
    }
    if (schema.has("enum") && !contains(schema.get("enum"), value)) {
      fault(path, value, "one of " + schema.get("enum"));
    }
    if (schema.has("type") && !hasType(schema.get("type"), value)) {
      fault(path, value, "type " + schema.get("type"));
    }
    if (schema.has("minimum") && value.doubleValue() < schema.get("minimum").doubleValue()
        || schema.has("maximum") && value.doubleValue() > schema.get("maximum").doubleValue()
        || schema.has("minLength") && value.asText().length() < schema.get("minLength").asInt()) {
      fault(path, value, "bounds of " + schema);
    }
    if (value.isObject()) {
      members(schema, value, path);
    }
    for (int i = 0; schema.has("items") && i < value.size(); i++) {
      check(schema.get("items"), value.get(i), path + "[" + i + "]");
    }
  }

  private void members(JsonNode schema, JsonNode value, String path) {
    schema
        .path("required")
        .forEach(
            name -> {
              if (!value.has(name.asText())) {
                faults.add(path + " has no " + name.asText());
              }
            });
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      String name = member.getKey();
      if (schema.path("properties").has(name)) {
        check(schema.get("properties").get(name), member.getValue(), path + "." + name);
      } else if (schema.has("properties")) {
        faults.add(path + "." + name + " is not in the schema");
      }
    }
  }

  private void oneOf(JsonNode choices, JsonNode value, String path) {
    int fitting = 0;
    List<String> all = new ArrayList<>();
    for (JsonNode choice : choices) {
      SchemaCheck inner = new SchemaCheck(root);
      inner.check(choice, value, path);
      fitting += inner.faults.isEmpty() ? 1 : 0;
      all.addAll(inner.faults);
    }
    if (fitting != 1) {
      faults.add(path + " fits " + fitting + " of oneOf: " + all);
    }
  }

  private static boolean contains(JsonNode values, JsonNode wanted) {
    for (JsonNode value : values) {
      if (value.equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasType(JsonNode types, JsonNode value) {
    if (types.isArray()) {
      for (JsonNode type : types) {
        if (hasType(type, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (types.asText()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> throw new IllegalArgumentException("type " + types + " is not known here");
    };
  }

  private void fault(String path, JsonNode value, String expected) {
    faults.add(path + " is " + value + ", expected " + expected);
  }
}
