package dev.facsimile.trace.text.template;

import dev.facsimile.trace.file.JsonStrings;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Values as JSON, as Python's {@code json.dumps(value, ensure_ascii=False)} writes them, which is
 * what Hugging Face's {@code tojson} does.
 */
final class PythonJson {
  private final Budget budget;
  private final Optional<String> indent;
  private final String itemSeparator;
  private final String keySeparator;
  private final boolean sortKeys;
  private final StringBuilder out = new StringBuilder();

  /**
   * A writer of one value.
   *
   * @param indent indentation of one level; absent for one line
   */
  PythonJson(
      Budget budget,
      Optional<String> indent,
      String itemSeparator,
      String keySeparator,
      boolean sortKeys) {
    this.budget = budget;
    this.indent = indent;
    this.itemSeparator = itemSeparator;
    this.keySeparator = keySeparator;
    this.sortKeys = sortKeys;
  }

  String write(Value value) {
    append(value, 0);
    return out.toString();
  }

  private void append(Value value, int depth) {
    budget.spend(1);
    if (value instanceof Value.Text text) {
      JsonStrings.quote(text.text(), out);
    } else if (value instanceof Value.Items items) {
      list(items, depth);
    } else if (value instanceof Value.Dict dict) {
      object(dict, depth);
    } else {
      out.append(scalar(value));
    }
  }

  private static String scalar(Value value) {
    if (value instanceof Value.None) {
      return "null";
    } else if (value instanceof Value.Bool bool) {
      return bool.truth() ? "true" : "false";
    } else if (value instanceof Value.Int number) {
      return number.number().toString();
    } else if (value instanceof Value.Real real) {
      double number = real.number();
      return Double.isNaN(number)
          ? "NaN"
          : Double.isInfinite(number)
              ? (number > 0 ? "Infinity" : "-Infinity")
              : PythonText.real(number);
    }
    throw new TemplateException("cannot write " + Operators.kind(value) + " as JSON");
  }

  private void list(Value.Items items, int depth) {
    if (items.list().isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    Iterator<Value> each = items.list().iterator();
    while (each.hasNext()) {
      newLine(depth + 1);
      append(each.next(), depth + 1);
      out.append(each.hasNext() ? itemSeparator : "");
    }
    newLine(depth);
    out.append(']');
  }

  private void object(Value.Dict dict, int depth) {
    if (dict.map().isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    var entries = dict.map().entrySet().stream();
    Iterator<Map.Entry<Value, Value>> each =
        (sortKeys
                ? entries.sorted((a, b) -> Operators.compare("<", a.getKey(), b.getKey()))
                : entries)
            .iterator();
    while (each.hasNext()) {
      Map.Entry<Value, Value> entry = each.next();
      newLine(depth + 1);
      JsonStrings.quote(
          entry.getKey() instanceof Value.Text key ? key.text() : scalar(entry.getKey()), out);
      out.append(keySeparator);
      append(entry.getValue(), depth + 1);
      out.append(each.hasNext() ? itemSeparator : "");
    }
    newLine(depth);
    out.append('}');
  }

  private void newLine(int depth) {
    indent.ifPresent(level -> out.append('\n').append(level.repeat(depth)));
  }
}
