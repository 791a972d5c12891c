package dev.facsimile.analyze.report;

/**
 * A reference line in a chart, such as a latency objective.
 *
 * @param vertical whether it stands at a value of x, else it lies at a value of y
 * @param value in the axis' unit
 * @param label what it means, a few words
 */
public record Guide(boolean vertical, double value, String label) {

  /** A line at a value of x. */
  public static Guide atX(double value, String label) {
    return new Guide(true, value, label);
  }

  /** A line at a value of y. */
  public static Guide atY(double value, String label) {
    return new Guide(false, value, label);
  }
}
