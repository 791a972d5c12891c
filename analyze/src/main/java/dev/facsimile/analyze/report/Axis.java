package dev.facsimile.analyze.report;

import java.util.OptionalDouble;

/**
 * One axis of a chart.
 *
 * @param label what it shows, without the unit
 * @param unit the unit of the values
 * @param log whether it is logarithmic; values of 0 and below are then not drawn
 * @param from where it starts, if not at the data
 * @param to where it ends, if not at the data
 */
public record Axis(String label, Unit unit, boolean log, OptionalDouble from, OptionalDouble to) {

  /** A linear axis that fits the data. */
  public static Axis linear(String label, Unit unit) {
    return new Axis(label, unit, false, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** A logarithmic axis that fits the data. */
  public static Axis log(String label, Unit unit) {
    return new Axis(label, unit, true, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The same axis with a fixed start. */
  public Axis startingAt(double start) {
    return new Axis(label, unit, log, OptionalDouble.of(start), to);
  }

  /** The same axis with a fixed end. */
  public Axis endingAt(double end) {
    return new Axis(label, unit, log, from, OptionalDouble.of(end));
  }
}
