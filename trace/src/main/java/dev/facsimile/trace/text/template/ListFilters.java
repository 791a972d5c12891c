package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.CallArguments.Bound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Filters of lists, and of what has items as lists have. */
final class ListFilters {
  private final Filters filters;
  private final Budget budget;

  ListFilters(Filters filters, Budget budget) {
    this.filters = filters;
    this.budget = budget;
  }

  Value apply(String name, Value value, CallArguments call) {
    return switch (name) {
      case "first" -> first(value, call.bind(name));
      case "last" -> last(value, call.bind(name));
      case "list" -> list(value, call.bind(name));
      case "items" -> items(value, call.bind(name));
      case "reverse" -> reversed(value, call.bind(name));
      case "join" -> join(value, call.bind(name, "d", "attribute"));
      case "map" -> map(value, call);
      case "select", "reject" -> select(name.equals("select"), value, item -> item, call);
      case "selectattr", "rejectattr" -> selectByAttribute(name.equals("selectattr"), value, call);
      case "unique" -> unique(value, call.bind(name, "case_sensitive", "attribute"));
      case "sort" -> sort(value, call.bind(name, "reverse", "case_sensitive", "attribute"));
      case "dictsort" -> sortDict(value, call.bind(name, "case_sensitive", "by", "reverse"));
      case "min", "max" -> extreme(name, value, call.bind(name, "case_sensitive", "attribute"));
      case "sum" -> sum(value, call.bind(name, "attribute", "start"));
      default -> throw new TemplateException("the filter '" + name + "' is not supported");
    };
  }

  private Value first(Value value, Bound none) {
    Iterator<Value> items = Operators.iterate(value, budget);
    return items.hasNext() ? items.next() : new Value.Undefined("an empty list has no first item");
  }

  private Value last(Value value, Bound none) {
    if (value instanceof Value.Once) {
      throw new TemplateException("a filter's lazy result has no last item");
    }
    List<Value> items = Operators.items(value, budget);
    return items.isEmpty()
        ? new Value.Undefined("an empty list has no last item")
        : items.get(items.size() - 1);
  }

  private Value list(Value value, Bound none) {
    return Value.list(Operators.items(value, budget));
  }

  private Value items(Value value, Bound none) {
    if (value instanceof Value.Undefined) {
      return once(List.of());
    }
    if (value instanceof Value.Dict dict) {
      return once(Attributes.entries(dict, budget));
    }
    throw new TemplateException("items was given " + Operators.kind(value) + ", expected a dict");
  }

  private static Value once(List<Value> items) {
    return new Value.Once(items.iterator());
  }

  private Value reversed(Value value, Bound none) {
    if (value instanceof Value.Text text) {
      return Value.of(new StringBuilder(text.text()).reverse().toString());
    }
    List<Value> items = Operators.items(value, budget);
    Collections.reverse(items);
    return once(items);
  }

  private Value join(Value value, Bound bound) {
    String separator = bound.get("d").map(d -> PythonText.str(d, budget)).orElse("");
    UnaryOperator<Value> attribute = attribute(bound.some("attribute"), Optional.empty());
    StringBuilder out = new StringBuilder();
    boolean further = false;
    for (Iterator<Value> each = Operators.iterate(value, budget); each.hasNext(); ) {
      String part = PythonText.str(attribute.apply(each.next()), budget);
      budget.spendGrowth(out.length(), (long) separator.length() + part.length());
      out.append(further ? separator : "").append(part);
      further = true;
    }
    return Value.of(out.toString());
  }

  private Value map(Value value, CallArguments call) {
    UnaryOperator<Value> change;
    if (call.positional().isEmpty()) {
      Bound bound = call.bind("map", "attribute", "default");
      bound.require("attribute");
      change = attribute(bound.get("attribute"), bound.get("default"));
    } else {
      String filter = named("map", call.positional().get(0));
      CallArguments rest = call.rest();
      change = item -> filters.apply(filter, item, rest);
    }
    return once(changed(value, change));
  }

  private List<Value> changed(Value value, UnaryOperator<Value> change) {
    List<Value> changed = new ArrayList<>();
    Operators.iterate(value, budget).forEachRemaining(item -> changed.add(change.apply(item)));
    return changed;
  }

  private static String named(String filter, Value name) {
    if (name instanceof Value.Text text) {
      return text.text();
    }
    throw new TemplateException(
        filter + " was given " + Operators.kind(name) + ", expected a name");
  }

  private Value selectByAttribute(boolean keep, Value value, CallArguments call) {
    if (call.positional().isEmpty()) {
      throw new TemplateException("selectattr and rejectattr need an attribute's name");
    }
    UnaryOperator<Value> attribute =
        attribute(Optional.of(call.positional().get(0)), Optional.empty());
    return select(keep, value, attribute, call.rest());
  }

  /** The items that pass a test, or without one are true. */
  private Value select(
      boolean keep, Value value, UnaryOperator<Value> attribute, CallArguments call) {
    List<Value> selected = new ArrayList<>();
    for (Iterator<Value> each = Operators.iterate(value, budget); each.hasNext(); ) {
      Value item = each.next();
      Value tested = attribute.apply(item);
      boolean passes =
          call.positional().isEmpty()
              ? Operators.truth(tested)
              : Tests.passes(
                  named("select", call.positional().get(0)), tested, call.rest(), budget);
      if (passes == keep) {
        selected.add(item);
      }
    }
    return once(selected);
  }

  /** What a dotted name leads to; the item itself without a name. */
  private UnaryOperator<Value> attribute(Optional<Value> path, Optional<Value> fallback) {
    if (path.isEmpty()) {
      return item -> item;
    }
    if (path.get() instanceof Value.Int) {
      return item -> Attributes.item(item, path.get(), budget);
    }
    String[] names = named("attribute", path.get()).split("\\.");
    return item -> {
      Value found = item;
      for (String name : names) {
        Value key = name.matches("\\d{1,9}") ? Value.of(Integer.parseInt(name)) : Value.of(name);
        found = Attributes.item(found, key, budget);
        if (found instanceof Value.Undefined && fallback.isPresent()) {
          found = fallback.get();
        }
      }
      return found;
    };
  }

  /** What an item is ordered by: strings without regard to case, unless asked for. */
  private UnaryOperator<Value> key(Bound bound) {
    UnaryOperator<Value> attribute = attribute(bound.some("attribute"), Optional.empty());
    boolean exact = bound.truth("case_sensitive", false);
    return item -> folded(attribute.apply(item), exact);
  }

  private static Value folded(Value value, boolean exact) {
    return !exact && value instanceof Value.Text text
        ? Value.of(text.text().toLowerCase(Locale.ROOT))
        : value;
  }

  private Value unique(Value value, Bound bound) {
    UnaryOperator<Value> key = key(bound);
    Map<Value, Value> firsts = new java.util.LinkedHashMap<>();
    Operators.iterate(value, budget)
        .forEachRemaining(item -> firsts.putIfAbsent(key.apply(item), item));
    return once(new ArrayList<>(firsts.values()));
  }

  private Value sort(Value value, Bound bound) {
    List<Value> items = Operators.items(value, budget);
    sort(items, key(bound), bound.truth("reverse", false));
    return Value.list(items);
  }

  private void sort(List<Value> items, UnaryOperator<Value> key, boolean reverse) {
    budget.spend(32L * items.size());
    Comparator<Value> order = (a, b) -> Operators.compare("<", key.apply(a), key.apply(b));
    items.sort(reverse ? order.reversed() : order);
  }

  private Value sortDict(Value value, Bound bound) {
    if (!(value instanceof Value.Dict dict)) {
      throw new TemplateException(
          "dictsort was given " + Operators.kind(value) + ", expected a dict");
    }
    String by = bound.text("by").orElse("key");
    if (!by.equals("key") && !by.equals("value")) {
      throw new TemplateException("dictsort sorts by 'key' or 'value', found '" + by + "'");
    }
    boolean exact = bound.truth("case_sensitive", false);
    int column = by.equals("key") ? 0 : 1;
    List<Value> entries = Attributes.entries(dict, budget);
    sort(
        entries,
        entry -> folded(((Value.Items) entry).list().get(column), exact),
        bound.truth("reverse", false));
    return Value.list(entries);
  }

  private Value extreme(String name, Value value, Bound bound) {
    UnaryOperator<Value> key = key(bound);
    List<Value> items = Operators.items(value, budget);
    if (items.isEmpty()) {
      return new Value.Undefined("an empty list has no " + name);
    }
    Comparator<Value> order = (a, b) -> Operators.compare("<", key.apply(a), key.apply(b));
    Value best = items.get(0);
    for (Value item : items) {
      int above = order.compare(item, best);
      best = (name.equals("max") ? above > 0 : above < 0) ? item : best;
    }
    return best;
  }

  private Value sum(Value value, Bound bound) {
    UnaryOperator<Value> attribute = attribute(bound.some("attribute"), Optional.empty());
    Value total = bound.get("start").orElse(Value.of(0));
    for (Value item : changed(value, attribute)) {
      total = Combining.apply("+", total, item, budget);
    }
    return total;
  }
}
