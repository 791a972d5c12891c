package dev.facsimile.analyze.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.analyze.run.Figure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure on two sides. The interval of the difference is made of the two sides' intervals
 * (MOVER: Zou and Donner, Statistics in Medicine 2008), so that it needs no shape of either.
 *
 * @param slice of which slice; absent for the whole run
 * @param figure its name
 * @param unit of the values
 * @param base the first side
 * @param other the second
 * @param change other − base
 * @param low lower end of the change's 95 % interval; absent where a side has none
 * @param high upper end
 * @param relative change ÷ base; absent where the base is 0
 * @param verdict what to make of it
 */
public record Difference(
    Optional<String> slice,
    String figure,
    @JsonIgnore Unit unit,
    Estimate base,
    Estimate other,
    double change,
    OptionalDouble low,
    OptionalDouble high,
    OptionalDouble relative,
    Verdict verdict) {

  /** What to make of a difference. */
  public enum Verdict {
    BETTER,
    WORSE,
    /** It differs, and neither way is better. */
    DIFFERENT,
    /** The interval holds 0. */
    NOT_TO_TELL,
    /** There is no interval. */
    UNKNOWN;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static Difference of(Optional<String> slice, List<Figure> base, List<Figure> other) {
    Figure figure = base.get(0);
    Estimate b = Estimate.of(base);
    Estimate o = Estimate.of(other);
    double change = o.value() - b.value();
    OptionalDouble low = OptionalDouble.empty();
    OptionalDouble high = OptionalDouble.empty();
    if (b.hasInterval() && o.hasInterval()) {
      low =
          OptionalDouble.of(
              change
                  - Math.hypot(
                      o.value() - o.low().getAsDouble(), b.high().getAsDouble() - b.value()));
      high =
          OptionalDouble.of(
              change
                  + Math.hypot(
                      o.high().getAsDouble() - o.value(), b.value() - b.low().getAsDouble()));
    }
    return new Difference(
        slice,
        figure.name(),
        figure.unit(),
        b,
        o,
        change,
        low,
        high,
        b.value() == 0 ? OptionalDouble.empty() : OptionalDouble.of(change / b.value()),
        verdict(low, high, figure.better()));
  }

  private static Verdict verdict(OptionalDouble low, OptionalDouble high, Figure.Better better) {
    if (low.isEmpty()) {
      return Verdict.UNKNOWN;
    }
    if (low.getAsDouble() <= 0 && high.getAsDouble() >= 0) {
      return Verdict.NOT_TO_TELL;
    }
    boolean less = high.getAsDouble() < 0;
    return switch (better) {
      case LESS -> less ? Verdict.BETTER : Verdict.WORSE;
      case MORE -> less ? Verdict.WORSE : Verdict.BETTER;
      case NEITHER -> Verdict.DIFFERENT;
    };
  }

  /** Whether the interval leaves out 0. */
  boolean isTold() {
    return verdict != Verdict.NOT_TO_TELL && verdict != Verdict.UNKNOWN;
  }
}
