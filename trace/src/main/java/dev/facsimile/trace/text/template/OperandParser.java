package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Expression.Arguments;
import dev.facsimile.trace.text.template.Token.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What operators stand between: names and literals, with what is behind them. */
final class OperandParser {
  private static final Set<String> AFTER_TEST =
      Set.of("else", "or", "and", "if", "is", "in", "not");

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  OperandParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** A name, a literal or something in brackets. */
  Expression primary() {
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
    String digits = written.replace("_", "").toLowerCase(Locale.ROOT);
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
      Expression inner = expressions.tuple();
      tokens.expectOperator(")");
      return inner;
    }
    if (token.is(Kind.OPERATOR, "[")) {
      List<Expression> items = new ArrayList<>();
      while (!tokens.skipOperator("]")) {
        items.add(expressions.expression());
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
      Expression key = expressions.expression();
      tokens.expectOperator(":");
      entries.add(new Expression.Entry(key, expressions.expression()));
      separator("}");
    }
    return new Expression.DictOf(List.copyOf(entries));
  }

  private void separator(String close) {
    if (!tokens.atOperator(close)) {
      tokens.expectOperator(",");
    }
  }

  /** {@code start} with the attributes, subscripts and calls behind it. */
  Expression postfix(Expression start) {
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
    Optional<Expression> from =
        tokens.atOperator(":") ? Optional.empty() : Optional.of(expressions.tuple());
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
    return absent ? Optional.empty() : Optional.of(expressions.expression());
  }

  /** {@code start} with the filters and tests behind it. */
  Expression filters(Expression start) {
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
        named.put(name, expressions.expression());
      } else {
        positional.add(expressions.expression());
      }
      separator(")");
    }
    return new Arguments(List.copyOf(positional), named);
  }
}
