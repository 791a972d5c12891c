package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.CallArguments.Bound;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Filters that make numbers. */
final class NumberFilters {
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+(_\\d+)*");
  private static final Pattern REAL =
      Pattern.compile("[+-]?((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|(?i:inf(inity)?|nan))");
  private static final int MAX_DIGITS = 1000;
  private static final int MAX_PRECISION = 300;

  private NumberFilters() {}

  static Value apply(String name, Value value, CallArguments call) {
    return switch (name) {
      case "int" -> {
        Bound bound = call.bind(name, "default", "base");
        if (bound.integer("base", 10) != 10) {
          throw new TemplateException("int with a base other than 10 is not supported");
        }
        yield whole(value).orElse(bound.get("default").orElse(Value.of(0)));
      }
      case "float" -> {
        Bound bound = call.bind(name, "default");
        Value fallback = bound.get("default").orElse(new Value.Real(0));
        yield real(value).<Value>map(Value.Real::new).orElse(fallback);
      }
      case "abs" -> {
        call.bind(name);
        yield Numbers.compare(number(value), Value.of(0)) < 0
            ? Numbers.negate(value)
            : positive(value);
      }
      case "round" -> round(number(value), call.bind(name, "precision", "method"));
      default -> throw new IllegalArgumentException("no number filter " + name);
    };
  }

  private static Value positive(Value value) {
    return value instanceof Value.Real real
        ? new Value.Real(Math.abs(real.number()))
        : new Value.Int(Numbers.whole(value));
  }

  private static Value number(Value value) {
    if (!Numbers.isNumber(value)) {
      throw new TemplateException("found " + Operators.kind(value) + ", expected a number");
    }
    return value;
  }

  private static Optional<Value> whole(Value value) {
    if (value instanceof Value.Text text) {
      String digits = strip(text.text());
      if (WHOLE.matcher(digits).matches() && digits.length() <= MAX_DIGITS) {
        return Optional.of(new Value.Int(new BigInteger(digits.replace("_", ""))));
      }
    } else if (value instanceof Value.Int || value instanceof Value.Bool) {
      return Optional.of(new Value.Int(Numbers.whole(value)));
    }
    return real(value)
        .filter(number -> !number.isNaN() && !number.isInfinite())
        .map(number -> new Value.Int(new BigDecimal(number).toBigInteger()));
  }

  private static Optional<Double> real(Value value) {
    if (Numbers.isNumber(value)) {
      return Optional.of(Numbers.real(value));
    }
    if (!(value instanceof Value.Text text) || !REAL.matcher(strip(text.text())).matches()) {
      return Optional.empty();
    }
    String written = strip(text.text()).toLowerCase(Locale.ROOT);
    if (written.endsWith("nan")) {
      return Optional.of(Double.NaN);
    }
    if (written.contains("inf")) {
      return Optional.of(
          written.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    return Optional.of(Double.parseDouble(written));
  }

  private static String strip(String text) {
    return PythonText.strip(text, PythonText::isSpace, true, true);
  }

  private static Value round(Value value, Bound bound) {
    int precision = bound.integer("precision", 0);
    if (Math.abs(precision) > MAX_PRECISION) {
      throw new TemplateException(
          "round() was given " + precision + " digits, expected at most 300");
    }
    String method = bound.text("method").orElse("common");
    if (!(value instanceof Value.Real) && method.equals("common") && precision >= 0) {
      return new Value.Int(Numbers.whole(value));
    }
    double number = Numbers.real(value);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return value;
    }
    double scale = StrictMath.pow(10, precision);
    return new Value.Real(
        switch (method) {
          case "common" ->
              new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN).doubleValue();
          case "ceil" -> Math.ceil(number * scale) / scale;
          case "floor" -> Math.floor(number * scale) / scale;
          default ->
              throw new TemplateException(
                  "round() was given the method '" + method + "', expected common, ceil or floor");
        });
  }
}
