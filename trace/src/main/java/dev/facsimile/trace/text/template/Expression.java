package dev.facsimile.trace.text.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a template computes; {@code line} is where it is written. */
sealed interface Expression {
  record Literal(Value value) implements Expression {}

  record Name(int line, String name) implements Expression {}

  record Sequence(List<Expression> items, boolean tuple) implements Expression {}

  record DictOf(List<Entry> entries) implements Expression {}

  record Entry(Expression key, Expression value) {}

  record Attribute(int line, Expression target, String name) implements Expression {}

  record Subscript(int line, Expression target, Expression index) implements Expression {}

  record Slice(
      int line,
      Expression target,
      Optional<Expression> from,
      Optional<Expression> to,
      Optional<Expression> step)
      implements Expression {}

  record Call(int line, Expression function, Arguments arguments) implements Expression {}

  record Filter(int line, Expression input, String name, Arguments arguments)
      implements Expression {}

  record Test(int line, Expression input, String name, Arguments arguments) implements Expression {}

  record Arguments(List<Expression> positional, Map<String, Expression> named) {
    static final Arguments NONE = new Arguments(List.of(), Map.of());
  }

  record Not(Expression operand) implements Expression {}

  record Sign(int line, boolean minus, Expression operand) implements Expression {}

  record Arithmetic(int line, String operator, Expression left, Expression right)
      implements Expression {}

  record Concatenation(List<Expression> parts) implements Expression {}

  /** {@code a < b < c}: each pair holds. */
  record Comparison(int line, Expression first, List<Compared> rest) implements Expression {}

  record Compared(String operator, Expression operand) {}

  record And(Expression left, Expression right) implements Expression {}

  record Or(Expression left, Expression right) implements Expression {}

  record Conditional(Expression test, Expression then, Optional<Expression> otherwise)
      implements Expression {}
}
