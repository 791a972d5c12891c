package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.CallArguments.Bound;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What may stand behind {@code |}: filters of one value; those of lists are {@link ListFilters}.
 */
final class Filters {
  private static final Pattern WORD_BEGINS =
      Pattern.compile("(?<=[-\\s({\\[<])(?![-\\s({\\[<])", Pattern.UNICODE_CHARACTER_CLASS);

  private final Budget budget;
  private final ListFilters lists;

  Filters(Budget budget) {
    this.budget = budget;
    this.lists = new ListFilters(this, budget);
  }

  /**
   * {@code value|name(…)}.
   *
   * @throws TemplateException if there is no such filter
   */
  Value apply(String name, Value value, CallArguments call) {
    budget.spend(1);
    return switch (name) {
      case "length", "count" -> Value.of(Operators.length(value));
      case "default", "d" -> fallback(value, call.bind(name, "default_value", "boolean"));
      case "tojson" -> json(value, call);
      case "string", "trim", "upper", "lower", "title", "capitalize", "replace", "indent" ->
          text(name, PythonText.str(value, budget), call);
      case "safe" -> Value.of(PythonText.str(value, budget));
      case "format" -> Value.of(formatted(PythonText.str(value, budget), call));
      case "int", "float", "abs", "round" -> NumberFilters.apply(name, value, call);
      default -> lists.apply(name, value, call);
    };
  }

  private static Value fallback(Value value, Bound bound) {
    boolean absent =
        value instanceof Value.Undefined
            || (bound.truth("boolean", false) && !Operators.truth(value));
    return absent ? bound.get("default_value").orElse(Value.of("")) : value;
  }

  private Value json(Value value, CallArguments call) {
    Bound bound = call.bind("tojson", "ensure_ascii", "indent", "separators", "sort_keys");
    if (bound.truth("ensure_ascii", false)) {
      throw new TemplateException("tojson with ensure_ascii is not supported");
    }
    Optional<String> indent = bound.some("indent").map(Filters::indentation);
    String item = indent.isPresent() ? "," : ", ";
    String key = ": ";
    Optional<Value> separators = bound.some("separators");
    if (separators.isPresent()) {
      List<Value> pair = Operators.items(separators.get(), budget);
      if (pair.size() != 2) {
        throw new TemplateException("tojson takes two separators, found " + pair.size());
      }
      item = PythonText.str(pair.get(0), budget);
      key = PythonText.str(pair.get(1), budget);
    }
    String text =
        new PythonJson(budget, indent, item, key, bound.truth("sort_keys", false)).write(value);
    budget.spendText(text.length());
    return Value.of(text);
  }

  private static String indentation(Value indent) {
    if (indent instanceof Value.Text text) {
      return text.text();
    }
    int width = Numbers.whole(indent).min(java.math.BigInteger.valueOf(100)).intValue();
    return " ".repeat(Math.max(0, width));
  }

  private Value text(String name, String text, CallArguments call) {
    budget.spendText(text.length());
    return Value.of(
        switch (name) {
          case "trim" -> trimmed(text, call.bind(name, "chars"));
          case "replace" -> {
            Bound bound = call.bind(name, "old", "new", "count");
            String old = PythonText.str(bound.require("old"), budget);
            String next = PythonText.str(bound.require("new"), budget);
            yield TextMethods.replace(text, old, next, bound.integer("count", -1), budget);
          }
          case "indent" -> indented(text, call.bind(name, "width", "first", "blank"));
          default -> {
            call.bind(name);
            yield cased(name, text);
          }
        });
  }

  private static String cased(String name, String text) {
    return switch (name) {
      case "string" -> text;
      case "upper" -> text.toUpperCase(Locale.ROOT);
      case "lower" -> text.toLowerCase(Locale.ROOT);
      case "capitalize" -> TextMethods.capitalized(text);
      case "title" ->
          WORD_BEGINS.splitAsStream(text).map(Filters::titled).collect(Collectors.joining());
      default -> throw new IllegalArgumentException("no text filter " + name);
    };
  }

  /** As Jinja's own {@code title}, which begins words at spaces, hyphens and brackets only. */
  private static String titled(String word) {
    if (word.isEmpty()) {
      return word;
    }
    int first = word.offsetByCodePoints(0, 1);
    return word.substring(0, first).toUpperCase(Locale.ROOT)
        + word.substring(first).toLowerCase(Locale.ROOT);
  }

  private static String trimmed(String text, Bound bound) {
    Optional<String> chars = bound.text("chars");
    return chars.isPresent()
        ? PythonText.strip(text, c -> chars.get().indexOf(c) >= 0, true, true)
        : PythonText.strip(text, PythonText::isSpace, true, true);
  }

  private String indented(String text, Bound bound) {
    boolean byText = bound.get("width").orElse(Value.NONE) instanceof Value.Text;
    int width = byText ? 0 : Math.max(0, bound.integer("width", 4));
    budget.spendText(width);
    String level = byText ? bound.requireText("width") : " ".repeat(width);
    boolean blank = bound.truth("blank", false);
    List<String> lines = PythonText.lines(text + "\n", false);
    StringBuilder out = new StringBuilder(bound.truth("first", false) ? level : "");
    for (int i = 0; i < lines.size(); i++) {
      boolean indent = i > 0 && (blank || !lines.get(i).isEmpty());
      budget.spendGrowth(out.length(), (long) lines.get(i).length() + level.length());
      out.append(i > 0 ? "\n" : "").append(indent ? level : "").append(lines.get(i));
    }
    return out.toString();
  }

  private String formatted(String format, CallArguments call) {
    if (!call.named().isEmpty()) {
      throw new TemplateException("the filter 'format' with named values is not supported");
    }
    return TextFormat.percent(format, new Value.Items(call.positional(), true), budget);
  }
}
