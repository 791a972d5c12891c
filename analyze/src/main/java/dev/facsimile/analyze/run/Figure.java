package dev.facsimile.analyze.run;

import dev.facsimile.analyze.report.Unit;
import java.util.OptionalDouble;

/**
 * One number of a run's report, as comparisons, gates and histories take it.
 *
 * @param name its name, such as {@code ttft_from_schedule.p90}
 * @param value in the unit
 * @param low lower end of its 95 % interval within the run; absent where there is none
 * @param high upper end
 * @param n requests behind it
 * @param enough whether those are enough for it
 * @param unit of the value
 * @param better which way is better
 */
public record Figure(
    String name,
    double value,
    OptionalDouble low,
    OptionalDouble high,
    long n,
    boolean enough,
    Unit unit,
    Better better) {

  /** Which way a figure is better. */
  public enum Better {
    LESS,
    MORE,
    /** It says what was sent, not how it fared. */
    NEITHER
  }

  /** Without an interval. */
  static Figure plain(String name, double value, long n, Unit unit, Better better) {
    return new Figure(
        name, value, OptionalDouble.empty(), OptionalDouble.empty(), n, true, unit, better);
  }

  /** The value with its unit, for people. */
  public String text() {
    return unit.text(value);
  }
}
