package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Expressions, by Jinja's precedence: {@code if} binds least, filters and tests most. */
final class ExpressionParser {
  /** Deeper nesting than any real template's; keeps the parser's stack bounded. */
  private static final int MAX_DEPTH = 200;

  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");
  private final TokenStream tokens;
  private final OperandParser operands;
  private int depth;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
    this.operands = new OperandParser(tokens, this);
  }

  /** One expression, or several with commas: a tuple. */
  Expression tuple() {
    return tuple(true);
  }

  /** As {@link #tuple()}, where an {@code if} behind it belongs to something else. */
  Expression tupleWithoutConditional() {
    return tuple(false);
  }

  private Expression tuple(boolean conditional) {
    Expression first = conditional ? expression() : or();
    if (!tokens.atOperator(",")) {
      return first;
    }
    List<Expression> items = new ArrayList<>(List.of(first));
    while (tokens.skipOperator(",") && !atTupleEnd()) {
      items.add(conditional ? expression() : or());
    }
    return new Expression.Sequence(List.copyOf(items), true);
  }

  private boolean atTupleEnd() {
    return tokens.at(Kind.VARIABLE_END)
        || tokens.at(Kind.BLOCK_END)
        || tokens.atOperator(")")
        || tokens.atName("recursive");
  }

  Expression expression() {
    deeper();
    Expression value = or();
    while (tokens.skipName("if")) {
      Expression test = or();
      Optional<Expression> otherwise =
          tokens.skipName("else") ? Optional.of(expression()) : Optional.empty();
      value = new Expression.Conditional(test, value, otherwise);
    }
    depth--;
    return value;
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw new TemplateException(tokens.line(), "an expression is nested too deep");
    }
  }

  private Expression or() {
    Expression left = and();
    while (tokens.skipName("or")) {
      left = new Expression.Or(left, and());
    }
    return left;
  }

  private Expression and() {
    Expression left = not();
    while (tokens.skipName("and")) {
      left = new Expression.And(left, not());
    }
    return left;
  }

  private Expression not() {
    if (!tokens.skipName("not")) {
      return comparison();
    }
    deeper();
    Expression negated = new Expression.Not(not());
    depth--;
    return negated;
  }

  private Expression comparison() {
    int line = tokens.line();
    Expression first = sum();
    List<Expression.Compared> rest = new ArrayList<>();
    for (Optional<String> next = comparator(); next.isPresent(); next = comparator()) {
      rest.add(new Expression.Compared(next.get(), sum()));
    }
    return rest.isEmpty() ? first : new Expression.Comparison(line, first, List.copyOf(rest));
  }

  private Optional<String> comparator() {
    if (tokens.at(Kind.OPERATOR) && COMPARISONS.contains(tokens.peek().text())) {
      return Optional.of(tokens.take().text());
    }
    if (tokens.skipName("in")) {
      return Optional.of("in");
    }
    if (tokens.atName("not") && tokens.thenName("in")) {
      tokens.take();
      tokens.take();
      return Optional.of("not in");
    }
    return Optional.empty();
  }

  private Expression sum() {
    Expression left = concatenation();
    while (tokens.atOperator("+") || tokens.atOperator("-")) {
      Token operator = tokens.take();
      left = new Expression.Arithmetic(operator.line(), operator.text(), left, concatenation());
    }
    return left;
  }

  private Expression concatenation() {
    Expression first = product();
    if (!tokens.atOperator("~")) {
      return first;
    }
    List<Expression> parts = new ArrayList<>(List.of(first));
    while (tokens.skipOperator("~")) {
      parts.add(product());
    }
    return new Expression.Concatenation(List.copyOf(parts));
  }

  private Expression product() {
    Expression left = power();
    while (tokens.atOperator("*")
        || tokens.atOperator("/")
        || tokens.atOperator("//")
        || tokens.atOperator("%")) {
      Token operator = tokens.take();
      left = new Expression.Arithmetic(operator.line(), operator.text(), left, power());
    }
    return left;
  }

  private Expression power() {
    Expression left = unary(true);
    while (tokens.atOperator("**")) {
      int line = tokens.take().line();
      left = new Expression.Arithmetic(line, "**", left, unary(true));
    }
    return left;
  }

  private Expression unary(boolean withFilters) {
    deeper();
    int line = tokens.line();
    Expression value;
    if (tokens.atOperator("-") || tokens.atOperator("+")) {
      boolean minus = tokens.take().text().equals("-");
      value = new Expression.Sign(line, minus, unary(false));
    } else {
      value = operands.primary();
    }
    value = operands.postfix(value);
    value = withFilters ? operands.filters(value) : value;
    depth--;
    return value;
  }

  /** The filters behind {@code {% set x |…%}} and {@code {% filter …%}}. */
  Statement.NamedFilter namedFilter() {
    return operands.namedFilter();
  }
}
