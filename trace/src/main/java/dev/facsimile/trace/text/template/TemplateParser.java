package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Statement.Target;
import dev.facsimile.trace.text.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A template's statements. */
final class TemplateParser {
  private static final int MAX_DEPTH = 100;

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private int depth;

  private TemplateParser(TokenStream tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
  }

  /**
   * Parses a template.
   *
   * @throws TemplateException if it is none, or uses what is not supported, with its line
   */
  static List<Statement> parse(String template) {
    TokenStream tokens = new TokenStream(Lexer.tokens(template));
    return new TemplateParser(tokens).body(Set.of());
  }

  /** Statements up to a tag in {@code ends}, which is left; to the end of all without any. */
  private List<Statement> body(Set<String> ends) {
    if (++depth > MAX_DEPTH) {
      throw new TemplateException(tokens.line(), "tags are nested too deep");
    }
    List<Statement> body = new ArrayList<>();
    while (!tokens.at(Kind.END)) {
      Token token = tokens.take();
      switch (token.kind()) {
        case DATA -> body.add(new Statement.Data(token.text()));
        case VARIABLE_BEGIN -> body.add(output(token.line()));
        default -> {
          if (tokens.at(Kind.NAME) && ends.contains(tokens.peek().text())) {
            depth--;
            return List.copyOf(body);
          }
          body.add(statement());
        }
      }
    }
    if (!ends.isEmpty()) {
      throw tokens.unexpected(
          "{% " + String.join(" %} or {% ", ends.stream().sorted().toList()) + " %}");
    }
    depth--;
    return List.copyOf(body);
  }

  private Statement output(int line) {
    Expression value = expressions.tuple();
    tokens.expect(Kind.VARIABLE_END, "}}");
    return new Statement.Output(line, value);
  }

  private Statement statement() {
    int line = tokens.line();
    String tag = tokens.expectName();
    return switch (tag) {
      case "if" -> ifs(line);
      case "for" -> loop(line);
      case "set" -> set(line);
      case "macro" -> macro(line);
      case "filter" -> filter(line);
      case "generation" -> {
        endTag();
        yield new Statement.Generation(bodyTo("endgeneration"));
      }
      case "break" -> {
        endTag();
        yield new Statement.Break();
      }
      case "continue" -> {
        endTag();
        yield new Statement.Continue();
      }
      default -> throw new TemplateException(line, "the tag '" + tag + "' is not supported");
    };
  }

  private void endTag() {
    tokens.expect(Kind.BLOCK_END, "%}");
  }

  private List<Statement> bodyTo(String end) {
    List<Statement> body = body(Set.of(end));
    tokens.expectName(end);
    endTag();
    return body;
  }

  private Statement ifs(int firstLine) {
    List<Statement.Branch> branches = new ArrayList<>();
    int line = firstLine;
    do {
      Expression test = expressions.tuple();
      endTag();
      branches.add(new Statement.Branch(line, test, body(Set.of("elif", "else", "endif"))));
      line = tokens.line();
    } while (tokens.skipName("elif"));
    return new Statement.If(List.copyOf(branches), elseBody("endif"));
  }

  private List<Statement> elseBody(String end) {
    if (tokens.skipName("else")) {
      endTag();
      return bodyTo(end);
    }
    tokens.expectName(end);
    endTag();
    return List.of();
  }

  private Statement loop(int line) {
    Target target = target(false);
    tokens.expectName("in");
    Expression items = expressions.tupleWithoutConditional();
    Optional<Expression> filter =
        tokens.skipName("if") ? Optional.of(expressions.expression()) : Optional.empty();
    if (tokens.atName("recursive")) {
      throw new TemplateException(line, "recursive loops are not supported");
    }
    endTag();
    List<Statement> body = body(Set.of("else", "endfor"));
    return new Statement.For(line, target, items, filter, body, elseBody("endfor"));
  }

  private Statement set(int line) {
    Target target = target(true);
    if (tokens.skipOperator("=")) {
      Expression value = expressions.tuple();
      endTag();
      return new Statement.Set(line, target, value);
    }
    List<Statement.NamedFilter> filters = filterChain(tokens.skipOperator("|"));
    return new Statement.SetBlock(line, target, filters, bodyTo("endset"));
  }

  private Statement filter(int line) {
    List<Statement.NamedFilter> filters = filterChain(true);
    return new Statement.FilterBlock(line, filters, bodyTo("endfilter"));
  }

  private List<Statement.NamedFilter> filterChain(boolean any) {
    List<Statement.NamedFilter> filters = new ArrayList<>();
    for (boolean more = any; more; more = tokens.skipOperator("|")) {
      filters.add(expressions.namedFilter());
    }
    endTag();
    return List.copyOf(filters);
  }

  private Target target(boolean attributes) {
    List<Target> targets = new ArrayList<>();
    boolean several = false;
    do {
      boolean grouped = tokens.skipOperator("(");
      targets.add(grouped ? target(attributes) : oneTarget(attributes));
      if (grouped) {
        tokens.expectOperator(")");
      }
      several |= tokens.atOperator(",");
    } while (tokens.skipOperator(",") && (tokens.at(Kind.NAME) || tokens.atOperator("(")));
    return several ? new Target.Several(List.copyOf(targets)) : targets.get(0);
  }

  private Target oneTarget(boolean attributes) {
    String name = tokens.expectName();
    return attributes && tokens.skipOperator(".")
        ? new Target.NamespaceAttribute(name, tokens.expectName())
        : new Target.Variable(name);
  }

  private Statement macro(int line) {
    String name = tokens.expectName();
    tokens.expectOperator("(");
    List<Statement.Parameter> parameters = new ArrayList<>();
    while (!tokens.skipOperator(")")) {
      String parameter = tokens.expectName();
      Optional<Expression> fallback =
          tokens.skipOperator("=") ? Optional.of(expressions.expression()) : Optional.empty();
      parameters.add(new Statement.Parameter(parameter, fallback));
      if (!tokens.atOperator(")")) {
        tokens.expectOperator(",");
      }
    }
    endTag();
    return new Statement.Macro(line, name, List.copyOf(parameters), bodyTo("endmacro"));
  }
}
