package dev.facsimile.trace.text.template;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Python's arithmetic: whole numbers without end, division and remainder rounded down. */
final class Numbers {
  /** Whole numbers wider than this are refused, lest a power eat the memory. */
  private static final int MAX_BITS = 4096;

  private Numbers() {}

  /** A whole or real number, or a boolean, which counts as 0 or 1. */
  static boolean isNumber(Value value) {
    return value instanceof Value.Int || value instanceof Value.Real || value instanceof Value.Bool;
  }

  /** Equal to something at all: not NaN. */
  static boolean comparable(Value value) {
    return !(value instanceof Value.Real real) || !Double.isNaN(real.number());
  }

  static int compare(Value left, Value right) {
    if (left instanceof Value.Real || right instanceof Value.Real) {
      double a = real(left);
      double b = real(right);
      if (Double.isInfinite(a) || Double.isInfinite(b) || Double.isNaN(a) || Double.isNaN(b)) {
        return Double.compare(a, b);
      }
      return exact(left).compareTo(exact(right));
    }
    return whole(left).compareTo(whole(right));
  }

  private static BigDecimal exact(Value value) {
    return value instanceof Value.Real real
        ? new BigDecimal(real.number())
        : new BigDecimal(whole(value));
  }

  static BigInteger whole(Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.truth() ? BigInteger.ONE : BigInteger.ZERO;
    }
    if (value instanceof Value.Int number) {
      return number.number();
    }
    throw new TemplateException("found " + Operators.kind(value) + ", expected a whole number");
  }

  static double real(Value value) {
    return value instanceof Value.Real real ? real.number() : whole(value).doubleValue();
  }

  static Value apply(String operator, Value left, Value right) {
    boolean reals = left instanceof Value.Real || right instanceof Value.Real;
    if (operator.equals("/") || operator.equals("//") || operator.equals("%")) {
      if (real(right) == 0) {
        throw new TemplateException("a number is divided by zero");
      }
    }
    boolean root = operator.equals("**") && !reals && whole(right).signum() < 0;
    if (reals || root || operator.equals("/")) {
      return new Value.Real(reals(operator, real(left), real(right)));
    }
    BigInteger result = wholes(operator, whole(left), whole(right));
    return new Value.Int(bounded(result));
  }

  private static BigInteger bounded(BigInteger number) {
    if (number.bitLength() > MAX_BITS) {
      throw new TemplateException("a number grows beyond 4096 bits");
    }
    return number;
  }

  private static BigInteger wholes(String operator, BigInteger left, BigInteger right) {
    return switch (operator) {
      case "+" -> left.add(right);
      case "-" -> left.subtract(right);
      case "*" -> left.multiply(right);
      case "//" -> left.subtract(floorMod(left, right)).divide(right);
      case "%" -> floorMod(left, right);
      case "**" -> power(left, right);
      default -> throw new IllegalArgumentException("no operator " + operator);
    };
  }

  private static BigInteger floorMod(BigInteger left, BigInteger right) {
    BigInteger remainder = left.mod(right.abs());
    return right.signum() < 0 && remainder.signum() != 0 ? remainder.add(right) : remainder;
  }

  private static BigInteger power(BigInteger base, BigInteger exponent) {
    if (base.abs().bitLength() <= 1) {
      boolean odd = exponent.testBit(0);
      return base.signum() < 0 && !odd
          ? BigInteger.ONE
          : exponent.signum() == 0 ? BigInteger.ONE : base;
    }
    if (exponent.bitLength() > 13 || base.bitLength() * exponent.longValue() > 2L * MAX_BITS) {
      throw new TemplateException("a number grows beyond 4096 bits");
    }
    return base.pow(exponent.intValue());
  }

  private static double reals(String operator, double left, double right) {
    return switch (operator) {
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      case "//" -> Math.floor(left / right);
      case "%" -> floorMod(left, right);
      case "**" -> power(left, right);
      default -> throw new IllegalArgumentException("no operator " + operator);
    };
  }

  private static double power(double base, double exponent) {
    double result = StrictMath.pow(base, exponent);
    if (Double.isNaN(result) && !Double.isNaN(base) && !Double.isNaN(exponent)) {
      throw new TemplateException("a root of a negative number is not supported");
    }
    return result;
  }

  private static double floorMod(double left, double right) {
    double remainder = left % right;
    return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder;
  }

  static Value negate(Value value) {
    return value instanceof Value.Real real
        ? new Value.Real(-real.number())
        : new Value.Int(whole(value).negate());
  }
}
