package dev.facsimile.trace.text.template;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What a template computes with: Python's values, as far as templates use them. */
sealed interface Value {
  Value NONE = new None();
  Value TRUE = new Bool(true);
  Value FALSE = new Bool(false);

  static Value of(boolean truth) {
    return truth ? TRUE : FALSE;
  }

  static Value of(long number) {
    return new Int(BigInteger.valueOf(number));
  }

  static Value of(String text) {
    return new Text(text);
  }

  static Value list(List<Value> items) {
    return new Items(items, false);
  }

  static Value tuple(Value... items) {
    return new Items(List.of(items), true);
  }

  record None() implements Value {}

  /**
   * What is not there; prints as nothing.
   *
   * @param sentence what was sought, as an error says it
   */
  record Undefined(String sentence) implements Value {}

  record Bool(boolean truth) implements Value {}

  record Int(BigInteger number) implements Value {}

  record Real(double number) implements Value {}

  record Text(String text) implements Value {}

  /** A list, or a tuple. */
  record Items(List<Value> list, boolean tuple) implements Value {}

  /** Keys in the order they came. */
  record Dict(Map<Value, Value> map) implements Value {}

  /** {@code namespace()}: the one value whose attributes can be set. */
  record Namespace(Map<String, Value> attributes) implements Value {}

  /** {@code loop}. */
  record LoopState(Map<String, Value> attributes) implements Value {}

  record Function(String name, Body body) implements Value {}

  /** What a function does. */
  interface Body {
    Value call(CallArguments arguments);
  }

  /** What a lazy filter returns: true whatever it holds, without a length, and read only once. */
  record Once(Iterator<Value> items) implements Value {}
}
