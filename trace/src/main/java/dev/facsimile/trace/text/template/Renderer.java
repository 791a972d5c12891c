package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Statement.Target;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Carries out statements; what they print goes into a text. */
final class Renderer {
  private enum Flow {
    NEXT,
    BREAK,
    CONTINUE
  }

  private final Evaluator evaluator;
  private final Budget budget;

  Renderer(Evaluator evaluator, Budget budget) {
    this.evaluator = evaluator;
    this.budget = budget;
  }

  /** What {@code body} prints. */
  String render(List<Statement> body, Scope scope) {
    StringBuilder out = new StringBuilder();
    run(body, scope, out);
    return out.toString();
  }

  private Flow run(List<Statement> body, Scope scope, StringBuilder out) {
    for (Statement statement : body) {
      Flow flow = run(statement, scope, out);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private Flow run(Statement statement, Scope scope, StringBuilder out) {
    budget.spend(1);
    if (statement instanceof Statement.Data data) {
      print(data.text(), out);
    } else if (statement instanceof Statement.Output output) {
      evaluator.at(output.line());
      print(PythonText.str(evaluator.evaluate(output.value(), scope), budget), out);
    } else if (statement instanceof Statement.If choice) {
      return choose(choice, scope, out);
    } else if (statement instanceof Statement.For loop) {
      return loop(loop, scope, out);
    } else if (statement instanceof Statement.Set set) {
      evaluator.at(set.line());
      assign(set.target(), evaluator.evaluate(set.value(), scope), scope);
    } else if (statement instanceof Statement.SetBlock set) {
      String text = filtered(set.line(), set.filters(), render(set.body(), scope.inner()), scope);
      assign(set.target(), Value.of(text), scope);
    } else if (statement instanceof Statement.FilterBlock block) {
      String text = render(block.body(), scope.inner());
      print(filtered(block.line(), block.filters(), text, scope), out);
    } else if (statement instanceof Statement.Macro macro) {
      scope.set(macro.name(), function(macro, scope));
    } else if (statement instanceof Statement.Generation generation) {
      print(render(generation.body(), scope.inner()), out);
    } else {
      return statement instanceof Statement.Break ? Flow.BREAK : Flow.CONTINUE;
    }
    return Flow.NEXT;
  }

  private void print(String text, StringBuilder out) {
    budget.spendGrowth(out.length(), text.length());
    out.append(text);
  }

  private Flow choose(Statement.If choice, Scope scope, StringBuilder out) {
    for (Statement.Branch branch : choice.branches()) {
      evaluator.at(branch.line());
      if (evaluator.truth(branch.test(), scope)) {
        return run(branch.body(), scope, out);
      }
    }
    return run(choice.otherwise(), scope, out);
  }

  private String filtered(int line, List<Statement.NamedFilter> filters, String text, Scope scope) {
    Value value = Value.of(text);
    for (Statement.NamedFilter filter : filters) {
      value = evaluator.filter(line, filter.name(), value, filter.arguments(), scope);
    }
    return PythonText.str(value, budget);
  }

  private Flow loop(Statement.For loop, Scope scope, StringBuilder out) {
    evaluator.at(loop.line());
    List<Value> items = new ArrayList<>();
    Iterator<Value> each = Operators.iterate(evaluator.evaluate(loop.items(), scope), budget);
    while (each.hasNext()) {
      Value item = each.next();
      if (loop.filter().isPresent()) {
        Scope tested = scope.inner();
        assign(loop.target(), item, tested);
        if (!evaluator.truth(loop.filter().get(), tested)) {
          continue;
        }
      }
      items.add(item);
    }
    for (int i = 0; i < items.size(); i++) {
      budget.spend(Loops.STEPS);
      Scope round = scope.inner();
      round.set("loop", Loops.state(items, i));
      evaluator.at(loop.line());
      assign(loop.target(), items.get(i), round);
      if (run(loop.body(), round, out) == Flow.BREAK) {
        break;
      }
    }
    return items.isEmpty() ? run(loop.otherwise(), scope.inner(), out) : Flow.NEXT;
  }

  private void assign(Target target, Value value, Scope scope) {
    if (target instanceof Target.Variable variable) {
      scope.set(variable.name(), value);
    } else if (target instanceof Target.NamespaceAttribute attribute) {
      if (!(scope.find(attribute.namespace()).orElse(Value.NONE)
          instanceof Value.Namespace namespace)) {
        throw new TemplateException("'" + attribute.namespace() + "' is no namespace()");
      }
      namespace.attributes().put(attribute.attribute(), value);
    } else if (target instanceof Target.Several several) {
      List<Value> parts = Operators.items(value, budget);
      if (parts.size() != several.targets().size()) {
        throw new TemplateException(
            "found " + parts.size() + " values, expected " + several.targets().size());
      }
      for (int i = 0; i < parts.size(); i++) {
        assign(several.targets().get(i), parts.get(i), scope);
      }
    }
  }

  private Value function(Statement.Macro macro, Scope around) {
    return new Value.Function(macro.name(), call -> call(macro, call, around));
  }

  private Value call(Statement.Macro macro, CallArguments call, Scope around) {
    int line = evaluator.line();
    String[] names =
        macro.parameters().stream().map(Statement.Parameter::name).toArray(String[]::new);
    CallArguments.Bound bound = call.bind(macro.name(), names);
    budget.enter();
    Scope scope = around.inner();
    for (Statement.Parameter parameter : macro.parameters()) {
      Value missing = new Value.Undefined("parameter '" + parameter.name() + "' was not provided");
      scope.set(
          parameter.name(),
          bound
              .get(parameter.name())
              .or(() -> parameter.fallback().map(e -> evaluator.evaluate(e, scope)))
              .orElse(missing));
    }
    Value printed = Value.of(render(macro.body(), scope));
    budget.leave();
    evaluator.at(line);
    return printed;
  }
}
