package dev.facsimile.trace.text.template;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What Python says of truth, equality, order, membership and length. */
final class Operators {
  private Operators() {}

  /** A value's kind, in a sentence. */
  static String kind(Value value) {
    if (value instanceof Value.Undefined undefined) {
      return "an undefined value (" + undefined.sentence() + ")";
    } else if (value instanceof Value.None) {
      return "none";
    } else if (value instanceof Value.Bool) {
      return "a boolean";
    } else if (value instanceof Value.Int) {
      return "a whole number";
    } else if (value instanceof Value.Real) {
      return "a real number";
    } else if (value instanceof Value.Text) {
      return "a string";
    } else if (value instanceof Value.Items items) {
      return items.tuple() ? "a tuple" : "a list";
    } else if (value instanceof Value.Dict) {
      return "a dict";
    } else if (value instanceof Value.Function function) {
      return "the function " + function.name();
    } else if (value instanceof Value.Once) {
      return "a filter's lazy result";
    }
    return value instanceof Value.LoopState ? "loop" : "a namespace";
  }

  static boolean truth(Value value) {
    if (value instanceof Value.None || value instanceof Value.Undefined) {
      return false;
    } else if (value instanceof Value.Bool bool) {
      return bool.truth();
    } else if (value instanceof Value.Int number) {
      return number.number().signum() != 0;
    } else if (value instanceof Value.Real number) {
      return number.number() != 0;
    } else if (value instanceof Value.Text text) {
      return !text.text().isEmpty();
    } else if (value instanceof Value.Items items) {
      return !items.list().isEmpty();
    } else if (value instanceof Value.Dict dict) {
      return !dict.map().isEmpty();
    }
    return true;
  }

  /** {@code left == right}. */
  static boolean equal(Value left, Value right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return Numbers.comparable(left)
          && Numbers.comparable(right)
          && Numbers.compare(left, right) == 0;
    }
    if (left instanceof Value.Undefined && right instanceof Value.Undefined) {
      return true;
    }
    if (left instanceof Value.Items a && right instanceof Value.Items b) {
      return a.tuple() == b.tuple() && equalItems(a.list(), b.list());
    }
    if (left instanceof Value.Dict a && right instanceof Value.Dict b) {
      return a.map().size() == b.map().size()
          && a.map().entrySet().stream()
              .allMatch(
                  e ->
                      b.map().containsKey(e.getKey())
                          && equal(e.getValue(), b.map().get(e.getKey())));
    }
    return left instanceof Value.Text ? left.equals(right) : left == right || bothNone(left, right);
  }

  private static boolean bothNone(Value left, Value right) {
    return left instanceof Value.None && right instanceof Value.None;
  }

  private static boolean equalItems(List<Value> left, List<Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Below, at or above zero as {@code left} is less than, equal to or greater than {@code right}.
   *
   * @throws TemplateException if the two have no order
   */
  static int compare(String operator, Value left, Value right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return Numbers.compare(left, right);
    }
    if (left instanceof Value.Text a && right instanceof Value.Text b) {
      return compareText(a.text(), b.text());
    }
    if (left instanceof Value.Items a && right instanceof Value.Items b && a.tuple() == b.tuple()) {
      for (int i = 0; i < Math.min(a.list().size(), b.list().size()); i++) {
        if (!equal(a.list().get(i), b.list().get(i))) {
          return compare(operator, a.list().get(i), b.list().get(i));
        }
      }
      return Integer.compare(a.list().size(), b.list().size());
    }
    throw new TemplateException(
        "'" + operator + "' is not defined between " + kind(left) + " and " + kind(right));
  }

  /** By code point, which Java's own order is not. */
  private static int compareText(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    return java.util.Arrays.compare(a, b);
  }

  /** The comparison {@code left operator right}. */
  static boolean holds(String operator, Value left, Value right, Budget budget) {
    return switch (operator) {
      case "==" -> equal(left, right);
      case "!=" -> !equal(left, right);
      case "in" -> contains(right, left, budget);
      case "not in" -> !contains(right, left, budget);
      default -> {
        if (isNaN(left) || isNaN(right)) {
          yield false;
        }
        int order = compare(operator, left, right);
        yield switch (operator) {
          case "<" -> order < 0;
          case "<=" -> order <= 0;
          case ">" -> order > 0;
          case ">=" -> order >= 0;
          default -> throw new IllegalArgumentException("no comparison " + operator);
        };
      }
    };
  }

  private static boolean isNaN(Value value) {
    return value instanceof Value.Real real && Double.isNaN(real.number());
  }

  private static boolean contains(Value container, Value item, Budget budget) {
    if (container instanceof Value.Text text) {
      if (item instanceof Value.Text part) {
        budget.spendText(text.text().length());
        return text.text().contains(part.text());
      }
      throw new TemplateException("'in' a string was given " + kind(item) + ", expected a string");
    }
    if (container instanceof Value.Dict dict) {
      return dict.map().containsKey(item);
    }
    for (Iterator<Value> each = iterate(container, budget); each.hasNext(); ) {
      if (equal(each.next(), item)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The items of {@code value}: of a string its characters, of a dict its keys.
   *
   * @throws TemplateException if it has none
   */
  static Iterator<Value> iterate(Value value, Budget budget) {
    if (value instanceof Value.Items items) {
      budget.spend(items.list().size());
      return items.list().iterator();
    } else if (value instanceof Value.Dict dict) {
      budget.spend(dict.map().size());
      return dict.map().keySet().iterator();
    } else if (value instanceof Value.Text text) {
      budget.spendItems(text.text().length());
      return text.text().codePoints().mapToObj(c -> Value.of(Character.toString(c))).iterator();
    } else if (value instanceof Value.Once once) {
      return once.items();
    } else if (value instanceof Value.Undefined) {
      return List.<Value>of().iterator();
    }
    throw new TemplateException(kind(value) + " has no items, expected a list");
  }

  /** The items of {@code value} as a list of their own. */
  static List<Value> items(Value value, Budget budget) {
    List<Value> items = new ArrayList<>();
    iterate(value, budget).forEachRemaining(items::add);
    return items;
  }

  /** {@code len(value)}, of a string in code points. */
  static int length(Value value) {
    if (value instanceof Value.Text text) {
      return text.text().codePointCount(0, text.text().length());
    } else if (value instanceof Value.Items items) {
      return items.list().size();
    } else if (value instanceof Value.Dict dict) {
      return dict.map().size();
    } else if (value instanceof Value.Undefined) {
      return 0;
    }
    throw new TemplateException(kind(value) + " has no length");
  }
}
