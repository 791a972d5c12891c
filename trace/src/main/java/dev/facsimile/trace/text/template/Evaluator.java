package dev.facsimile.trace.text.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes expressions. Remembers the line it is at, for the sentence of an error. */
final class Evaluator {
  private final Budget budget;
  private final Filters filters;
  private final Map<String, Value> functions;
  private int line = 1;

  Evaluator(Budget budget, Map<String, Value> functions) {
    this.budget = budget;
    this.filters = new Filters(budget);
    this.functions = functions;
  }

  int line() {
    return line;
  }

  void at(int newLine) {
    line = newLine;
  }

  Value evaluate(Expression expression, Scope scope) {
    budget.spend(1);
    if (expression instanceof Expression.Literal literal) {
      return literal.value();
    } else if (expression instanceof Expression.Name name) {
      return name(name, scope);
    } else if (expression instanceof Expression.Sequence sequence) {
      return new Value.Items(all(sequence.items(), scope), sequence.tuple());
    } else if (expression instanceof Expression.DictOf dict) {
      return dict(dict, scope);
    } else if (expression instanceof Expression.Attribute attribute) {
      Value target = evaluate(attribute.target(), scope);
      at(attribute.line());
      return Attributes.attribute(target, attribute.name(), budget);
    } else if (expression instanceof Expression.Subscript subscript) {
      Value target = evaluate(subscript.target(), scope);
      Value index = evaluate(subscript.index(), scope);
      at(subscript.line());
      return Attributes.item(target, index, budget);
    } else if (expression instanceof Expression.Slice slice) {
      return slice(slice, scope);
    } else if (expression instanceof Expression.Call call) {
      return call(call, scope);
    } else if (expression instanceof Expression.Filter filter) {
      Value input = evaluate(filter.input(), scope);
      return filter(filter.line(), filter.name(), input, filter.arguments(), scope);
    } else if (expression instanceof Expression.Test test) {
      return test(test, scope);
    }
    return operation(expression, scope);
  }

  private Value operation(Expression expression, Scope scope) {
    if (expression instanceof Expression.Not not) {
      return Value.of(!truth(not.operand(), scope));
    } else if (expression instanceof Expression.And and) {
      Value left = evaluate(and.left(), scope);
      return Operators.truth(left) ? evaluate(and.right(), scope) : left;
    } else if (expression instanceof Expression.Or or) {
      Value left = evaluate(or.left(), scope);
      return Operators.truth(left) ? left : evaluate(or.right(), scope);
    } else if (expression instanceof Expression.Sign sign) {
      Value operand = evaluate(sign.operand(), scope);
      at(sign.line());
      return sign.minus() ? Numbers.negate(operand) : Numbers.negate(Numbers.negate(operand));
    } else if (expression instanceof Expression.Arithmetic arithmetic) {
      Value left = evaluate(arithmetic.left(), scope);
      Value right = evaluate(arithmetic.right(), scope);
      at(arithmetic.line());
      return Combining.apply(arithmetic.operator(), left, right, budget);
    } else if (expression instanceof Expression.Concatenation concatenation) {
      return concatenation(concatenation, scope);
    } else if (expression instanceof Expression.Comparison comparison) {
      return Value.of(comparison(comparison, scope));
    } else if (expression instanceof Expression.Conditional conditional) {
      return conditional(conditional, scope);
    }
    throw new IllegalStateException("no expression " + expression.getClass());
  }

  boolean truth(Expression expression, Scope scope) {
    return Operators.truth(evaluate(expression, scope));
  }

  private Value name(Expression.Name name, Scope scope) {
    at(name.line());
    return scope
        .find(name.name())
        .or(() -> java.util.Optional.ofNullable(functions.get(name.name())))
        .orElseGet(() -> new Value.Undefined("'" + name.name() + "' is undefined"));
  }

  private List<Value> all(List<Expression> expressions, Scope scope) {
    List<Value> values = new ArrayList<>();
    for (Expression expression : expressions) {
      values.add(evaluate(expression, scope));
    }
    return values;
  }

  private Value dict(Expression.DictOf dict, Scope scope) {
    Map<Value, Value> map = new LinkedHashMap<>();
    for (Expression.Entry entry : dict.entries()) {
      Value key = evaluate(entry.key(), scope);
      map.put(key, evaluate(entry.value(), scope));
    }
    return new Value.Dict(map);
  }

  private Value slice(Expression.Slice slice, Scope scope) {
    Value target = evaluate(slice.target(), scope);
    var from = slice.from().map(e -> evaluate(e, scope)).filter(Evaluator::isGiven);
    var to = slice.to().map(e -> evaluate(e, scope)).filter(Evaluator::isGiven);
    var step = slice.step().map(e -> evaluate(e, scope)).filter(Evaluator::isGiven);
    at(slice.line());
    return Combining.slice(target, from, to, step, budget);
  }

  private static boolean isGiven(Value bound) {
    return !(bound instanceof Value.None);
  }

  private Value call(Expression.Call call, Scope scope) {
    Value function = evaluate(call.function(), scope);
    CallArguments arguments = arguments(call.arguments(), scope);
    at(call.line());
    if (function instanceof Value.Function callable) {
      return callable.body().call(arguments);
    }
    throw new TemplateException(
        function instanceof Value.Undefined undefined
            ? undefined.sentence()
            : Operators.kind(function) + " is called, expected a function");
  }

  private CallArguments arguments(Expression.Arguments arguments, Scope scope) {
    if (arguments.positional().isEmpty() && arguments.named().isEmpty()) {
      return CallArguments.NONE;
    }
    Map<String, Value> named = new LinkedHashMap<>();
    List<Value> positional = all(arguments.positional(), scope);
    arguments.named().forEach((name, value) -> named.put(name, evaluate(value, scope)));
    return new CallArguments(positional, named);
  }

  /** {@code input|name(…)}. */
  Value filter(
      int filterLine, String name, Value input, Expression.Arguments arguments, Scope scope) {
    CallArguments call = arguments(arguments, scope);
    at(filterLine);
    return filters.apply(name, input, call);
  }

  private Value test(Expression.Test test, Scope scope) {
    Value input = evaluate(test.input(), scope);
    CallArguments call = arguments(test.arguments(), scope);
    at(test.line());
    return Value.of(Tests.passes(test.name(), input, call, budget));
  }

  private Value concatenation(Expression.Concatenation concatenation, Scope scope) {
    StringBuilder out = new StringBuilder();
    for (Expression part : concatenation.parts()) {
      String text = PythonText.str(evaluate(part, scope), budget);
      budget.spendGrowth(out.length(), text.length());
      out.append(text);
    }
    return Value.of(out.toString());
  }

  private boolean comparison(Expression.Comparison comparison, Scope scope) {
    Value left = evaluate(comparison.first(), scope);
    for (Expression.Compared next : comparison.rest()) {
      Value right = evaluate(next.operand(), scope);
      at(comparison.line());
      if (!Operators.holds(next.operator(), left, right, budget)) {
        return false;
      }
      left = right;
    }
    return true;
  }

  private Value conditional(Expression.Conditional conditional, Scope scope) {
    if (truth(conditional.test(), scope)) {
      return evaluate(conditional.then(), scope);
    }
    return conditional.otherwise().isPresent()
        ? evaluate(conditional.otherwise().get(), scope)
        : new Value.Undefined("an if without else has no value");
  }
}
