package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Token.Kind;
import java.util.List;

/** Tokens being parsed. */
final class TokenStream {
  private final List<Token> tokens;
  private int next;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(next);
  }

  Token take() {
    Token token = tokens.get(next);
    if (token.kind() != Kind.END) {
      next++;
    }
    return token;
  }

  int line() {
    return peek().line();
  }

  boolean atOperator(String operator) {
    return peek().is(Kind.OPERATOR, operator);
  }

  boolean atName(String name) {
    return peek().is(Kind.NAME, name);
  }

  boolean at(Kind kind) {
    return peek().kind() == kind;
  }

  /** The token behind the next one is the operator. */
  boolean thenOperator(String operator) {
    return next + 1 < tokens.size() && tokens.get(next + 1).is(Kind.OPERATOR, operator);
  }

  /** The token behind the next one is the name. */
  boolean thenName(String name) {
    return next + 1 < tokens.size() && tokens.get(next + 1).is(Kind.NAME, name);
  }

  boolean skipOperator(String operator) {
    return skipIf(atOperator(operator));
  }

  boolean skipName(String name) {
    return skipIf(atName(name));
  }

  private boolean skipIf(boolean wanted) {
    if (wanted) {
      take();
    }
    return wanted;
  }

  void expectOperator(String operator) {
    if (!skipOperator(operator)) {
      throw unexpected("'" + operator + "'");
    }
  }

  void expectName(String name) {
    if (!skipName(name)) {
      throw unexpected("'" + name + "'");
    }
  }

  String expectName() {
    return expect(Kind.NAME, "a name");
  }

  String expect(Kind kind, String words) {
    if (!at(kind)) {
      throw unexpected(words);
    }
    return take().text();
  }

  TemplateException unexpected(String expected) {
    return new TemplateException(line(), "found " + peek().words() + ", expected " + expected);
  }
}
