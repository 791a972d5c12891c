package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Expression.Arguments;
import dev.facsimile.trace.text.template.Token.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Expressions, by Jinja's precedence: {@code if} binds least, filters and tests most. */
final class ExpressionParser {
  /** Deeper nesting than any real template's; keeps the parser's stack bounded. */
  private static final int MAX_DEPTH = 200;

  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");
  private static final Set<String> AFTER_TEST =
      Set.of("else", "or", "and", "if", "is", "in", "not");

  private final TokenStream tokens;
  private int depth;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
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
      value = primary();
    }
    value = postfix(value);
    value = withFilters ? filters(value) : value;
    depth--;
    return value;
  }

  private Expression primary() {
    Token token = tokens.take();
    return switch (token.kind()) {
      case NAME -> name(token);
      case STRING -> strings(token);
      case INTEGER -> new Expression.Literal(new Value.Int(integer(token.text())));
      case FLOAT ->
          new Expression.Literal(new Value.Real(Double.parseDouble(token.text().replace("_", ""))));
      default -> bracketed(token);
    };
  }

  private static Expression name(Token token) {
    return switch (token.text()) {
      case "true", "True" -> new Expression.Literal(Value.TRUE);
      case "false", "False" -> new Expression.Literal(Value.FALSE);
      case "none", "None" -> new Expression.Literal(Value.NONE);
      default -> new Expression.Name(token.line(), token.text());
    };
  }

  /** Strings side by side are one. */
  private Expression strings(Token first) {
    StringBuilder text = new StringBuilder(first.text());
    while (tokens.at(Kind.STRING)) {
      text.append(tokens.take().text());
    }
    return new Expression.Literal(new Value.Text(text.toString()));
  }

  private static BigInteger integer(String written) {
    String digits = written.replace("_", "").toLowerCase(java.util.Locale.ROOT);
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.startsWith("0o")) {
      return new BigInteger(digits.substring(2), 8);
    }
    return digits.startsWith("0b")
        ? new BigInteger(digits.substring(2), 2)
        : new BigInteger(digits);
  }

  private Expression bracketed(Token token) {
    if (token.is(Kind.OPERATOR, "(")) {
      if (tokens.skipOperator(")")) {
        return new Expression.Sequence(List.of(), true);
      }
      Expression inner = tuple();
      tokens.expectOperator(")");
      return inner;
    }
    if (token.is(Kind.OPERATOR, "[")) {
      List<Expression> items = new ArrayList<>();
      while (!tokens.skipOperator("]")) {
        items.add(expression());
        separator("]");
      }
      return new Expression.Sequence(List.copyOf(items), false);
    }
    if (token.is(Kind.OPERATOR, "{")) {
      return dict();
    }
    throw new TemplateException(
        token.line(), "found " + token.words() + ", expected an expression");
  }

  private Expression dict() {
    List<Expression.Entry> entries = new ArrayList<>();
    while (!tokens.skipOperator("}")) {
      Expression key = expression();
      tokens.expectOperator(":");
      entries.add(new Expression.Entry(key, expression()));
      separator("}");
    }
    return new Expression.DictOf(List.copyOf(entries));
  }

  private void separator(String close) {
    if (!tokens.atOperator(close)) {
      tokens.expectOperator(",");
    }
  }

  private Expression postfix(Expression start) {
    Expression value = start;
    while (tokens.at(Kind.OPERATOR)) {
      int line = tokens.line();
      if (tokens.skipOperator(".")) {
        value = dotted(line, value);
      } else if (tokens.skipOperator("[")) {
        value = subscript(line, value);
      } else if (tokens.atOperator("(")) {
        value = new Expression.Call(line, value, arguments());
      } else {
        break;
      }
    }
    return value;
  }

  private Expression dotted(int line, Expression target) {
    if (tokens.at(Kind.INTEGER)) {
      Value index = new Value.Int(integer(tokens.take().text()));
      return new Expression.Subscript(line, target, new Expression.Literal(index));
    }
    return new Expression.Attribute(line, target, tokens.expectName());
  }

  private Expression subscript(int line, Expression target) {
    Optional<Expression> from = tokens.atOperator(":") ? Optional.empty() : Optional.of(tuple());
    if (tokens.skipOperator("]")) {
      return new Expression.Subscript(line, target, from.orElseThrow());
    }
    tokens.expectOperator(":");
    Optional<Expression> to = sliceBound();
    Optional<Expression> step = tokens.skipOperator(":") ? sliceBound() : Optional.empty();
    tokens.expectOperator("]");
    return new Expression.Slice(line, target, from, to, step);
  }

  private Optional<Expression> sliceBound() {
    boolean absent = tokens.atOperator(":") || tokens.atOperator("]");
    return absent ? Optional.empty() : Optional.of(expression());
  }

  private Expression filters(Expression start) {
    Expression value = start;
    while (true) {
      int line = tokens.line();
      if (tokens.skipOperator("|")) {
        value = new Expression.Filter(line, value, dottedName(), optionalArguments());
      } else if (tokens.skipName("is")) {
        value = test(line, value);
      } else if (tokens.atOperator("(")) {
        value = new Expression.Call(line, value, arguments());
      } else {
        return value;
      }
    }
  }

  private Expression test(int line, Expression input) {
    boolean negated = tokens.skipName("not");
    String name = dottedName();
    Arguments arguments = optionalArguments();
    if (arguments.equals(Arguments.NONE) && startsOperand()) {
      arguments = new Arguments(List.of(postfix(primary())), Map.of());
    }
    Expression test = new Expression.Test(line, input, name, arguments);
    return negated ? new Expression.Not(test) : test;
  }

  /** A test's one argument needs no parentheses: {@code x is divisibleby 3}. */
  private boolean startsOperand() {
    return switch (tokens.peek().kind()) {
      case STRING, INTEGER, FLOAT -> true;
      case NAME -> !AFTER_TEST.contains(tokens.peek().text());
      case OPERATOR -> tokens.atOperator("[") || tokens.atOperator("{");
      default -> false;
    };
  }

  private String dottedName() {
    StringBuilder name = new StringBuilder(tokens.expectName());
    while (tokens.skipOperator(".")) {
      name.append('.').append(tokens.expectName());
    }
    return name.toString();
  }

  /** The filters behind {@code {% set x |…%}} and {@code {% filter …%}}. */
  Statement.NamedFilter namedFilter() {
    return new Statement.NamedFilter(dottedName(), optionalArguments());
  }

  private Arguments optionalArguments() {
    return tokens.atOperator("(") ? arguments() : Arguments.NONE;
  }

  private Arguments arguments() {
    tokens.expectOperator("(");
    List<Expression> positional = new ArrayList<>();
    Map<String, Expression> named = new LinkedHashMap<>();
    while (!tokens.skipOperator(")")) {
      if (tokens.atOperator("*") || tokens.atOperator("**")) {
        throw new TemplateException(tokens.line(), "arguments with * are not supported");
      }
      if (tokens.at(Kind.NAME) && tokens.thenOperator("=")) {
        String name = tokens.expectName();
        tokens.expectOperator("=");
        named.put(name, expression());
      } else {
        positional.add(expression());
      }
      separator(")");
    }
    return new Arguments(List.copyOf(positional), named);
  }
}
