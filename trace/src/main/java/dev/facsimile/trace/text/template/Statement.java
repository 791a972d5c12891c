package dev.facsimile.trace.text.template;

import java.util.List;
import java.util.Optional;

/** What a template does; {@code line} is where it is written. */
sealed interface Statement {
  record Data(String text) implements Statement {}

  record Output(int line, Expression value) implements Statement {}

  record If(List<Branch> branches, List<Statement> otherwise) implements Statement {}

  record Branch(int line, Expression test, List<Statement> body) {}

  record For(
      int line,
      Target target,
      Expression items,
      Optional<Expression> filter,
      List<Statement> body,
      List<Statement> otherwise)
      implements Statement {}

  record Set(int line, Target target, Expression value) implements Statement {}

  /** {@code {% set x %}…{% endset %}}. */
  record SetBlock(int line, Target target, List<NamedFilter> filters, List<Statement> body)
      implements Statement {}

  record FilterBlock(int line, List<NamedFilter> filters, List<Statement> body)
      implements Statement {}

  record NamedFilter(String name, Expression.Arguments arguments) {}

  record Macro(int line, String name, List<Parameter> parameters, List<Statement> body)
      implements Statement {}

  record Parameter(String name, Optional<Expression> fallback) {}

  /** {@code {% generation %}…}: marks what the model wrote; here it is only a scope. */
  record Generation(List<Statement> body) implements Statement {}

  record Break() implements Statement {}

  record Continue() implements Statement {}

  /** What is assigned to. */
  sealed interface Target {
    record Variable(String name) implements Target {}

    record NamespaceAttribute(String namespace, String attribute) implements Target {}

    record Several(List<Target> targets) implements Target {}
  }
}
