package dev.facsimile.trace.text.template;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The variables of a loop's round, a block or a macro, and through it those around it. */
final class Scope {
  private final Optional<Scope> around;
  private final Map<String, Value> variables = new HashMap<>();

  private Scope(Optional<Scope> around) {
    this.around = around;
  }

  static Scope of(Map<String, Value> variables) {
    Scope scope = new Scope(Optional.empty());
    scope.variables.putAll(variables);
    return scope;
  }

  Scope inner() {
    return new Scope(Optional.of(this));
  }

  /** Sets a variable here; one of that name around stays as it is. */
  void set(String name, Value value) {
    variables.put(name, value);
  }

  Optional<Value> find(String name) {
    Value here = variables.get(name);
    return here != null || around.isEmpty() ? Optional.ofNullable(here) : around.get().find(name);
  }
}
