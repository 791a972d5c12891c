package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.CallArguments.Bound;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The functions that every template can call. */
final class Functions {
  /** Python's directives for {@code strftime} as patterns of Java. */
  private static final Map<Character, String> DATE_PATTERNS =
      Map.ofEntries(
          Map.entry('d', "dd"),
          Map.entry('m', "MM"),
          Map.entry('y', "yy"),
          Map.entry('Y', "yyyy"),
          Map.entry('b', "MMM"),
          Map.entry('B', "MMMM"),
          Map.entry('a', "EEE"),
          Map.entry('A', "EEEE"),
          Map.entry('H', "HH"),
          Map.entry('I', "hh"),
          Map.entry('M', "mm"),
          Map.entry('S', "ss"),
          Map.entry('p', "a"),
          Map.entry('j', "DDD"),
          Map.entry('F', "yyyy-MM-dd"),
          Map.entry('T', "HH:mm:ss"));

  private final Budget budget;
  private final Clock clock;

  Functions(Budget budget, Clock clock) {
    this.budget = budget;
    this.clock = clock;
  }

  /** All of them by name. */
  Map<String, Value> all() {
    Map<String, Value> functions = new HashMap<>();
    define(functions, "namespace", call -> new Value.Namespace(named("namespace", call)));
    define(functions, "dict", this::dict);
    define(functions, "range", this::range);
    define(functions, "list", this::list);
    define(functions, "raise_exception", Functions::raise);
    define(functions, "strftime_now", this::now);
    return functions;
  }

  private static void define(Map<String, Value> functions, String name, Value.Body body) {
    functions.put(name, new Value.Function(name, body));
  }

  private Map<String, Value> named(String function, CallArguments call) {
    Map<String, Value> named = new LinkedHashMap<>();
    if (call.positional().size() > 1) {
      throw new TemplateException(function + "() takes one dict at most");
    }
    for (Value start : call.positional()) {
      for (Map.Entry<Value, Value> entry : pairs(start).entrySet()) {
        named.put(PythonText.str(entry.getKey(), budget), entry.getValue());
      }
    }
    named.putAll(call.named());
    return named;
  }

  private Map<Value, Value> pairs(Value value) {
    if (value instanceof Value.Dict dict) {
      return dict.map();
    }
    Map<Value, Value> pairs = new LinkedHashMap<>();
    for (Iterator<Value> each = Operators.iterate(value, budget); each.hasNext(); ) {
      List<Value> pair = Operators.items(each.next(), budget);
      if (pair.size() != 2) {
        throw new TemplateException("dict() found " + pair.size() + " items, expected pairs");
      }
      pairs.put(pair.get(0), pair.get(1));
    }
    return pairs;
  }

  private Value dict(CallArguments call) {
    if (call.positional().size() > 1) {
      throw new TemplateException("dict() takes one list of pairs at most");
    }
    Map<Value, Value> map = new LinkedHashMap<>();
    call.positional().forEach(start -> map.putAll(pairs(start)));
    call.named().forEach((name, value) -> map.put(Value.of(name), value));
    return new Value.Dict(map);
  }

  private Value list(CallArguments call) {
    Bound bound = call.bind("list", "items");
    return Value.list(
        bound.get("items").map(v -> Operators.items(v, budget)).orElseGet(ArrayList::new));
  }

  private Value range(CallArguments call) {
    Bound bound = call.bind("range", "start", "stop", "step");
    boolean one = call.positional().size() == 1;
    bound.require("start");
    long start = one ? 0 : bound.integer("start", 0);
    long stop = bound.integer(one ? "start" : "stop", 0);
    long step = bound.integer("step", 1);
    if (step == 0) {
      throw new TemplateException("range() was given a step of zero");
    }
    long size = Math.max(0, (stop - start + step - Long.signum(step)) / step);
    budget.spendItems(size);
    List<Value> numbers = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      numbers.add(Value.of(start + i * step));
    }
    return Value.list(numbers);
  }

  private static Value raise(CallArguments call) {
    Value message = call.bind("raise_exception", "message").require("message");
    throw new TemplateException(
        "the template says '"
            + (message instanceof Value.Text text ? text.text() : Operators.kind(message))
            + "'");
  }

  private Value now(CallArguments call) {
    String format = call.bind("strftime_now", "format").requireText("format");
    ZonedDateTime now = ZonedDateTime.now(clock);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) != '%') {
        out.append(format.charAt(i));
        continue;
      }
      boolean unpadded = i + 1 < format.length() && format.charAt(i + 1) == '-';
      i += unpadded ? 2 : 1;
      out.append(directive(i < format.length() ? format.charAt(i) : '%', unpadded, now));
    }
    return Value.of(out.toString());
  }

  private static String directive(char directive, boolean unpadded, ZonedDateTime now) {
    if (directive == '%') {
      return "%";
    }
    String pattern = DATE_PATTERNS.get(directive);
    if (pattern == null) {
      throw new TemplateException("strftime_now() does not support %" + directive);
    }
    try {
      String text = now.format(DateTimeFormatter.ofPattern(pattern, Locale.US));
      return unpadded ? text.replaceFirst("^0+(?=.)", "") : text;
    } catch (DateTimeException e) {
      throw new IllegalStateException("no date in " + pattern, e);
    }
  }
}
