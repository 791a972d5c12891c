package dev.facsimile.trace.text.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as a template's values. */
final class JsonValues {
  private JsonValues() {}

  static Value of(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> Value.of(json.textValue());
      case BOOLEAN -> Value.of(json.booleanValue());
      case NUMBER ->
          json.isIntegralNumber()
              ? new Value.Int(json.bigIntegerValue())
              : new Value.Real(json.doubleValue());
      case ARRAY -> list(json);
      case OBJECT -> dict(json);
      default -> Value.NONE;
    };
  }

  private static Value list(JsonNode array) {
    List<Value> items = new ArrayList<>();
    array.forEach(item -> items.add(of(item)));
    return Value.list(items);
  }

  private static Value dict(JsonNode object) {
    Map<Value, Value> map = new LinkedHashMap<>();
    object.properties().forEach(e -> map.put(Value.of(e.getKey()), of(e.getValue())));
    return new Value.Dict(map);
  }
}
