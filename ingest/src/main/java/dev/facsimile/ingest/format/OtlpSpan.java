package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One span as plain fields: those of the span, and every attribute of the span and of its resource
 * by its key. OTLP writes an attribute as a key and a typed value, and 64-bit numbers as text;
 * inference-perf writes attributes as an object.
 */
final class OtlpSpan {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> OWN =
      List.of(
          "traceId",
          "spanId",
          "parentSpanId",
          "startTimeUnixNano",
          "endTimeUnixNano",
          "trace_id",
          "span_id",
          "parent_span_id",
          "start_time",
          "end_time",
          "status");

  private OtlpSpan() {}

  /** The span's fields. */
  static Fields fields(String rowId, JsonNode span, JsonNode resourceAttributes)
      throws MalformedRow {
    ObjectNode flat = JSON.objectNode();
    attributes(resourceAttributes, flat);
    attributes(span.path("attributes"), flat);
    attributes(span.path("resource_attributes"), flat);
    for (String own : OWN) {
      JsonNode value = span.path(own);
      if (!value.isMissingNode()) {
        flat.set(own, own.endsWith("UnixNano") ? number(value) : value);
      }
    }
    return new JsonFields(rowId, flat);
  }

  private static void attributes(JsonNode attributes, ObjectNode flat) throws MalformedRow {
    if (attributes.isObject()) {
      attributes.properties().forEach(entry -> flat.set(entry.getKey(), entry.getValue()));
      return;
    }
    if (!attributes.isArray() && !attributes.isMissingNode() && !attributes.isNull()) {
      throw new MalformedRow("attributes are neither a list nor an object");
    }
    Set<String> keys = new HashSet<>();
    for (JsonNode attribute : attributes) {
      if (!attribute.path("key").isTextual()) {
        throw new MalformedRow("an attribute has no key");
      }
      if (!keys.add(attribute.path("key").textValue())) {
        throw new MalformedRow("an attribute is there twice, expected it once");
      }
      flat.set(attribute.path("key").textValue(), value(attribute.path("value")));
    }
  }

  /** An OTLP AnyValue as the JSON that it stands for; null if it is of no kind known. */
  private static JsonNode value(JsonNode any) {
    if (any.has("intValue")) {
      return number(any.get("intValue"));
    }
    if (any.has("arrayValue")) {
      ArrayNode array = JSON.arrayNode();
      any.get("arrayValue").path("values").forEach(element -> array.add(value(element)));
      return array;
    }
    if (any.has("kvlistValue")) {
      ObjectNode object = JSON.objectNode();
      any.get("kvlistValue")
          .path("values")
          .forEach(entry -> object.set(entry.path("key").asText(), value(entry.path("value"))));
      return object;
    }
    for (String kind : List.of("stringValue", "doubleValue", "boolValue")) {
      if (any.has(kind)) {
        return any.get(kind);
      }
    }
    return JSON.nullNode();
  }

  /** A 64-bit number, which OTLP writes as text; what is none stays as it is, to be refused. */
  private static JsonNode number(JsonNode value) {
    if (!value.isTextual() || !value.textValue().matches("-?\\d{1,20}")) {
      return value;
    }
    return DecimalNode.valueOf(new BigDecimal(value.textValue()));
  }
}
