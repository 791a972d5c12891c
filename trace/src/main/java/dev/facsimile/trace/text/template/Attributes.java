package dev.facsimile.trace.text.template;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code value.name} and {@code value[key]} are. As in Jinja, a dot seeks a method first, so
 * that {@code schema.items} is the method of a dict even where it has such a key, and brackets seek
 * a key first. Methods that change a list or dict are undefined, as in Jinja's immutable sandbox.
 */
final class Attributes {
  private static final Set<String> CHANGE_DICTS =
      Set.of("clear", "pop", "popitem", "setdefault", "update");

  private Attributes() {}

  /** {@code value.name}. */
  static Value attribute(Value value, String name, Budget budget) {
    refuseUndefined(value);
    Optional<Value> method = method(value, name, budget);
    if (method.isPresent()) {
      return method.get();
    }
    if (value instanceof Value.Dict dict && dict.map().containsKey(Value.of(name))) {
      return dict.map().get(Value.of(name));
    }
    return undefined(value, name);
  }

  /** {@code value[key]}. */
  static Value item(Value value, Value key, Budget budget) {
    refuseUndefined(value);
    if (value instanceof Value.Dict dict && dict.map().containsKey(key)) {
      return dict.map().get(key);
    }
    if (key instanceof Value.Int number) {
      return at(value, number.number());
    }
    if (key instanceof Value.Text name) {
      return method(value, name.text(), budget).orElseGet(() -> undefined(value, name.text()));
    }
    return new Value.Undefined(Operators.kind(value) + " has no such item");
  }

  private static void refuseUndefined(Value value) {
    if (value instanceof Value.Undefined undefined) {
      throw new TemplateException(undefined.sentence());
    }
  }

  private static Value undefined(Value value, String name) {
    return new Value.Undefined(Operators.kind(value) + " has no '" + name + "'");
  }

  private static Value at(Value value, BigInteger index) {
    Value absent = new Value.Undefined(Operators.kind(value) + " has no item " + index);
    if (!(value instanceof Value.Items || value instanceof Value.Text)) {
      return absent;
    }
    int length = Operators.length(value);
    if (index.bitLength() > 31) {
      return absent;
    }
    long at = index.signum() < 0 ? index.longValue() + length : index.longValue();
    if (at < 0 || at >= length) {
      return absent;
    }
    if (value instanceof Value.Items items) {
      return items.list().get((int) at);
    }
    String text = ((Value.Text) value).text();
    return Value.of(Character.toString(text.codePointAt(text.offsetByCodePoints(0, (int) at))));
  }

  private static Optional<Value> method(Value value, String name, Budget budget) {
    if (value instanceof Value.Text text) {
      return TextMethods.find(text.text(), name, budget);
    } else if (value instanceof Value.Dict dict) {
      return dictMethod(dict, name, budget);
    } else if (value instanceof Value.Items items) {
      return listMethod(items, name);
    } else if (value instanceof Value.Namespace namespace) {
      return Optional.ofNullable(namespace.attributes().get(name));
    } else if (value instanceof Value.LoopState loop) {
      return Optional.ofNullable(loop.attributes().get(name));
    }
    return Optional.empty();
  }

  private static Optional<Value> dictMethod(Value.Dict dict, String name, Budget budget) {
    return switch (name) {
      case "get" -> Optional.of(new Value.Function("get", call -> get(dict, call)));
      case "items" -> listing(name, () -> entries(dict, budget));
      case "keys" -> listing(name, () -> new ArrayList<>(dict.map().keySet()));
      case "values" -> listing(name, () -> new ArrayList<>(dict.map().values()));
      case "copy" -> Optional.of(new Value.Function("copy", call -> dict));
      default ->
          CHANGE_DICTS.contains(name)
              ? Optional.of(new Value.Undefined("a dict cannot be changed: " + name + "()"))
              : Optional.empty();
    };
  }

  private interface Listing {
    List<Value> list();
  }

  private static Optional<Value> listing(String name, Listing listing) {
    return Optional.of(
        new Value.Function(
            name,
            call -> {
              call.bind(name);
              return Value.list(listing.list());
            }));
  }

  /** Pairs of key and value. */
  static List<Value> entries(Value.Dict dict, Budget budget) {
    budget.spend(dict.map().size());
    List<Value> entries = new ArrayList<>();
    for (Map.Entry<Value, Value> entry : dict.map().entrySet()) {
      entries.add(Value.tuple(entry.getKey(), entry.getValue()));
    }
    return entries;
  }

  private static Value get(Value.Dict dict, CallArguments call) {
    if (!call.named().isEmpty()) {
      throw new TemplateException("get() takes no named arguments");
    }
    CallArguments.Bound bound = call.bind("get", "key", "default");
    Value found = dict.map().get(bound.require("key"));
    return found == null ? bound.get("default").orElse(Value.NONE) : found;
  }

  private static Optional<Value> listMethod(Value.Items items, String name) {
    return switch (name) {
      case "count" ->
          Optional.of(
              new Value.Function(
                  name, call -> Value.of(count(items, call.bind(name, "value").require("value")))));
      case "index" ->
          Optional.of(
              new Value.Function(
                  name, call -> index(items, call.bind(name, "value").require("value"))));
      case "append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear" ->
          Optional.of(new Value.Undefined("a list cannot be changed: " + name + "()"));
      default -> Optional.empty();
    };
  }

  private static long count(Value.Items items, Value wanted) {
    return items.list().stream().filter(item -> Operators.equal(item, wanted)).count();
  }

  private static Value index(Value.Items items, Value wanted) {
    for (int i = 0; i < items.list().size(); i++) {
      if (Operators.equal(items.list().get(i), wanted)) {
        return Value.of(i);
      }
    }
    throw new TemplateException("index() found no such item in the list");
  }
}
