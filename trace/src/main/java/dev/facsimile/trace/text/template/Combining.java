package dev.facsimile.trace.text.template;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Arithmetic operators over all values, and slices. */
final class Combining {
  private Combining() {}

  /** {@code left operator right}. */
  static Value apply(String operator, Value left, Value right, Budget budget) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return Numbers.apply(operator, left, right);
    }
    if (operator.equals("+") && left instanceof Value.Text a && right instanceof Value.Text b) {
      budget.spendText((long) a.text().length() + b.text().length());
      return Value.of(a.text() + b.text());
    }
    if (operator.equals("+")
        && left instanceof Value.Items a
        && right instanceof Value.Items b
        && a.tuple() == b.tuple()) {
      return joined(a, b, budget);
    }
    if (operator.equals("*") && (isWhole(left) || isWhole(right))) {
      Value repeated = isWhole(left) ? right : left;
      BigInteger times = Numbers.whole(isWhole(left) ? left : right);
      if (repeated instanceof Value.Text || repeated instanceof Value.Items) {
        return repeat(repeated, times.min(BigInteger.valueOf(Integer.MAX_VALUE)), budget);
      }
    }
    if (operator.equals("%") && left instanceof Value.Text format) {
      return Value.of(TextFormat.percent(format.text(), right, budget));
    }
    throw new TemplateException(
        "'"
            + operator
            + "' is not defined between "
            + Operators.kind(left)
            + " and "
            + Operators.kind(right));
  }

  private static boolean isWhole(Value value) {
    return value instanceof Value.Int || value instanceof Value.Bool;
  }

  private static Value joined(Value.Items left, Value.Items right, Budget budget) {
    budget.spendItems((long) left.list().size() + right.list().size());
    List<Value> all = new ArrayList<>(left.list());
    all.addAll(right.list());
    return new Value.Items(all, left.tuple());
  }

  private static Value repeat(Value value, BigInteger times, Budget budget) {
    int count = times.max(BigInteger.ZERO).intValue();
    if (value instanceof Value.Text text) {
      budget.spendText((long) text.text().length() * count);
      return Value.of(text.text().repeat(count));
    }
    Value.Items items = (Value.Items) value;
    budget.spendItems((long) items.list().size() * count);
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < count && !items.list().isEmpty(); i++) {
      all.addAll(items.list());
    }
    return new Value.Items(all, items.tuple());
  }

  /** {@code value[from:to:step]}. */
  static Value slice(
      Value value, Optional<Value> from, Optional<Value> to, Optional<Value> step, Budget budget) {
    int stride = step.map(Combining::index).orElse(1);
    if (stride == 0) {
      throw new TemplateException("a slice's step is zero");
    }
    if (value instanceof Value.Text text) {
      budget.spendText(text.text().length());
      int[] all = text.text().codePoints().toArray();
      StringBuilder part = new StringBuilder();
      for (int i : indices(all.length, from, to, stride)) {
        part.appendCodePoint(all[i]);
      }
      return Value.of(part.toString());
    }
    if (value instanceof Value.Items items) {
      budget.spendItems(items.list().size());
      List<Value> part = new ArrayList<>();
      for (int i : indices(items.list().size(), from, to, stride)) {
        part.add(items.list().get(i));
      }
      return new Value.Items(part, items.tuple());
    }
    throw new TemplateException("cannot take a slice of " + Operators.kind(value));
  }

  private static int[] indices(int size, Optional<Value> from, Optional<Value> to, int step) {
    int lowest = step > 0 ? 0 : -1;
    int highest = step > 0 ? size : size - 1;
    int start = bound(from, size, lowest, highest, step > 0 ? lowest : highest);
    int end = bound(to, size, lowest, highest, step > 0 ? highest : lowest);
    int[] indices = new int[step > 0 ? Math.max(0, end - start) : Math.max(0, start - end)];
    int count = 0;
    for (long i = start; step > 0 ? i < end : i > end; i += step) {
      indices[count++] = (int) i;
    }
    return java.util.Arrays.copyOf(indices, count);
  }

  private static int bound(Optional<Value> bound, int size, int lowest, int highest, int absent) {
    if (bound.isEmpty()) {
      return absent;
    }
    int index = index(bound.get());
    long fromStart = index < 0 ? (long) index + size : index;
    return (int) Math.max(lowest, Math.min(highest, fromStart));
  }

  private static int index(Value value) {
    BigInteger limit = BigInteger.valueOf(Integer.MAX_VALUE);
    return Numbers.whole(value).max(limit.negate()).min(limit).intValue();
  }
}
