package dev.facsimile.analyze.fidelity;

import java.util.OptionalDouble;

/**
 * One sign that a side repeats what it was made from.
 *
 * @param name of it
 * @param reference what chance makes of it, 0 to 1
 * @param value what it is on the other side, 0 to 1
 * @param error standard error of {@code value − reference}
 * @param limit the largest {@code value − reference} that passes
 */
record CopyingSign(String name, double reference, double value, double error, double limit) {
  private static final double STANDARD_ERRORS = 1.96;

  double excess() {
    return value - reference;
  }

  /** What the sign is at least, in multiples of its limit; 0 when chance alone may make it. */
  double ratio() {
    return Math.max(0, excess() - STANDARD_ERRORS * error) / limit;
  }

  /** Requests at which sampling error alone would hide it. */
  OptionalDouble nStar(long rows) {
    double errors = excess() / Math.max(error, 1e-12);
    return ratio() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(rows * STANDARD_ERRORS * STANDARD_ERRORS / (errors * errors));
  }

  AxisResult.Part part() {
    return new AxisResult.Part(
        name,
        OptionalDouble.of(100 * reference),
        OptionalDouble.of(100 * value),
        100 * excess(),
        "percentage points",
        ratio());
  }

  /** The standard error of the difference of two shares of {@code n} each. */
  static double errorOfShares(double first, double second, double n) {
    return Math.sqrt((first * (1 - first) + second * (1 - second)) / Math.max(1, n));
  }
}
