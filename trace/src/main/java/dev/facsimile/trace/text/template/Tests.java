package dev.facsimile.trace.text.template;

import java.math.BigInteger;
import java.util.Locale;

/** What may stand behind {@code is}. */
final class Tests {
  private Tests() {}

  /**
   * Whether {@code value} passes the test {@code name}.
   *
   * @throws TemplateException if there is no such test
   */
  static boolean passes(String name, Value value, CallArguments call, Budget budget) {
    return switch (name) {
      case "eq",
          "==",
          "equalto",
          "ne",
          "!=",
          "lt",
          "<",
          "lessthan",
          "le",
          "<=",
          "gt",
          ">",
          "greaterthan",
          "ge",
          ">=",
          "in",
          "sameas",
          "divisibleby" ->
          compared(name, value, call.bind(name, "other").require("other"), budget);
      default -> {
        call.bind(name);
        yield alone(name, value);
      }
    };
  }

  private static boolean compared(String name, Value value, Value other, Budget budget) {
    return switch (name) {
      case "eq", "==", "equalto" -> Operators.equal(value, other);
      case "ne", "!=" -> !Operators.equal(value, other);
      case "lt", "<", "lessthan" -> Operators.holds("<", value, other, budget);
      case "le", "<=" -> Operators.holds("<=", value, other, budget);
      case "gt", ">", "greaterthan" -> Operators.holds(">", value, other, budget);
      case "ge", ">=" -> Operators.holds(">=", value, other, budget);
      case "in" -> Operators.holds("in", value, other, budget);
      case "sameas" -> value.getClass() == other.getClass() && Operators.equal(value, other);
      case "divisibleby" -> Numbers.compare(Numbers.apply("%", value, other), Value.of(0)) == 0;
      default -> throw new IllegalArgumentException("no test " + name);
    };
  }

  private static boolean alone(String name, Value value) {
    return switch (name) {
      case "defined" -> !(value instanceof Value.Undefined);
      case "undefined" -> value instanceof Value.Undefined;
      case "none" -> value instanceof Value.None;
      case "string" -> value instanceof Value.Text;
      case "mapping" -> value instanceof Value.Dict;
      case "number" -> Numbers.isNumber(value);
      case "integer" -> value instanceof Value.Int;
      case "float" -> value instanceof Value.Real;
      case "boolean" -> value instanceof Value.Bool;
      case "true" -> value instanceof Value.Bool bool && bool.truth();
      case "false" -> value instanceof Value.Bool bool && !bool.truth();
      case "callable" -> value instanceof Value.Function;
      case "iterable" -> hasItems(value) || value instanceof Value.Once;
      case "sequence" -> hasItems(value);
      case "odd" -> parity(value).equals(BigInteger.ONE);
      case "even" -> parity(value).signum() == 0;
      case "lower" -> value instanceof Value.Text t && isCase(t.text(), false);
      case "upper" -> value instanceof Value.Text t && isCase(t.text(), true);
      default -> throw new TemplateException("the test '" + name + "' is not supported");
    };
  }

  private static boolean hasItems(Value value) {
    return value instanceof Value.Text
        || value instanceof Value.Items
        || value instanceof Value.Dict
        || value instanceof Value.Undefined;
  }

  private static BigInteger parity(Value value) {
    return Numbers.whole(value).mod(BigInteger.TWO);
  }

  private static boolean isCase(String text, boolean upper) {
    String other = upper ? text.toLowerCase(Locale.ROOT) : text.toUpperCase(Locale.ROOT);
    String same = upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
    return text.equals(same) && !text.equals(other);
  }
}
