package dev.facsimile.trace.text.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values a function, filter or test was called with. */
record CallArguments(List<Value> positional, Map<String, Value> named) {
  static final CallArguments NONE = new CallArguments(List.of(), Map.of());

  /**
   * The arguments by the names of the parameters.
   *
   * @throws TemplateException if there are more, or others
   */
  Bound bind(String function, String... parameters) {
    if (positional.size() > parameters.length) {
      throw new TemplateException(
          function
              + "() was given "
              + positional.size()
              + " arguments, expected at most "
              + parameters.length);
    }
    Map<String, Value> bound = new HashMap<>();
    for (int i = 0; i < positional.size(); i++) {
      bound.put(parameters[i], positional.get(i));
    }
    for (Map.Entry<String, Value> argument : named.entrySet()) {
      if (!List.of(parameters).contains(argument.getKey())) {
        throw new TemplateException(
            function + "() has no argument '" + argument.getKey() + "' here");
      }
      if (bound.put(argument.getKey(), argument.getValue()) != null) {
        throw new TemplateException(function + "() was given '" + argument.getKey() + "' twice");
      }
    }
    return new Bound(function, bound);
  }

  /** Without the first positional argument. */
  CallArguments rest() {
    return new CallArguments(new ArrayList<>(positional.subList(1, positional.size())), named);
  }

  /** Arguments by parameter. */
  record Bound(String function, Map<String, Value> values) {
    Optional<Value> get(String parameter) {
      return Optional.ofNullable(values.get(parameter));
    }

    /** The argument, absent if not given or none. */
    Optional<Value> some(String parameter) {
      return get(parameter).filter(value -> !(value instanceof Value.None));
    }

    Value require(String parameter) {
      return get(parameter)
          .orElseThrow(
              () -> new TemplateException(function + "() lacks its argument '" + parameter + "'"));
    }

    Optional<String> text(String parameter) {
      return some(parameter).map(value -> asText(parameter, value));
    }

    String requireText(String parameter) {
      return asText(parameter, require(parameter));
    }

    int integer(String parameter, int fallback) {
      return some(parameter).map(value -> asInt(parameter, value)).orElse(fallback);
    }

    boolean truth(String parameter, boolean fallback) {
      return get(parameter).map(Operators::truth).orElse(fallback);
    }

    private String asText(String parameter, Value value) {
      if (value instanceof Value.Text text) {
        return text.text();
      }
      throw wrong(parameter, value, "a string");
    }

    private int asInt(String parameter, Value value) {
      if (value instanceof Value.Bool bool) {
        return bool.truth() ? 1 : 0;
      }
      if (value instanceof Value.Int number && number.number().bitLength() < 32) {
        return number.number().intValue();
      }
      throw wrong(parameter, value, "a whole number");
    }

    private TemplateException wrong(String parameter, Value value, String expected) {
      return new TemplateException(
          function
              + "() was given "
              + Operators.kind(value)
              + " as '"
              + parameter
              + "', expected "
              + expected);
    }
  }
}
