package dev.facsimile.analyze.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An axis fitted to its data: where values lie, where its ticks are and what they say. */
final class Scale {
  private final Axis axis;
  private final double low;
  private final double high;
  private final List<Tick> ticks = new ArrayList<>();
  private final String label;

  /**
   * A tick.
   *
   * @param value in the axis' unit
   * @param text its label, empty for a minor tick
   */
  record Tick(double value, String text) {}

  /**
   * Fits an axis.
   *
   * @param least the least value drawn
   * @param largest the largest value drawn
   * @param most how many labelled ticks there is room for
   */
  Scale(Axis axis, double least, double largest, int most) {
    this.axis = axis;
    double start = axis.from().orElse(least);
    double end = axis.to().orElse(largest);
    if (axis.log()) {
      start = start > 0 ? start : Math.max(1e-9, end / 1e6);
      end = Math.max(end, start * 2);
      low = axis.from().isPresent() ? start : down(start);
      high = axis.to().isPresent() ? end : up(end);
      label = named(axis.unit() == Unit.NANOS ? "" : axis.unit().shown(high).word());
      logTicks(most);
    } else {
      end = end > start ? end : start + (axis.unit() == Unit.NANOS ? 1e6 : 1);
      Unit.Shown shown = axis.unit().shown(Math.max(Math.abs(start), Math.abs(end)));
      double step = step((end - start) / shown.size(), most) * shown.size();
      low = axis.from().isPresent() ? start : Math.floor(start / step + 1e-9) * step;
      high = axis.to().isPresent() ? end : Math.ceil(end / step - 1e-9) * step;
      label = named(shown.word());
      linearTicks(step, shown.size());
    }
  }

  private String named(String unit) {
    return unit.isEmpty() ? axis.label() : axis.label() + " (" + unit + ")";
  }

  /** Where {@code value} lies, 0 at the start and 1 at the end, held within the two. */
  double at(double value) {
    double share;
    if (axis.log()) {
      share = value <= 0 ? 0 : Math.log(value / low) / Math.log(high / low);
    } else {
      share = (value - low) / (high - low);
    }
    return Math.max(0, Math.min(1, share));
  }

  /** Whether the axis can show {@code value} at all. */
  boolean shows(double value) {
    return Double.isFinite(value) && (!axis.log() || value > 0);
  }

  List<Tick> ticks() {
    return ticks;
  }

  /** The axis' label with its unit. */
  String label() {
    return label;
  }

  private void linearTicks(double step, double size) {
    double shownStep = step / size;
    int decimals = Math.max(0, (int) -Math.floor(Math.log10(shownStep) + 1e-9));
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
      String text = String.format(Locale.ROOT, "%,." + decimals + "f", k * shownStep);
      ticks.add(new Tick(k * step, text.replace(',', '\u202f')));
    }
  }

  private void logTicks(int most) {
    int first = (int) Math.floor(Math.log10(low) + 1e-9);
    int last = (int) Math.ceil(Math.log10(high) - 1e-9);
    int every = Math.max(1, (int) Math.ceil((last - first + 1) / (double) most));
    boolean fine = last - first <= 2;
    for (int decade = first; decade <= last; decade++) {
      for (int digit = 1; digit < 10; digit++) {
        double value = digit * Math.pow(10, decade);
        if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) {
          continue;
        }
        boolean named =
            digit == 1 ? (decade - first) % every == 0 : fine && (digit == 2 || digit == 5);
        ticks.add(new Tick(value, named ? logText(value) : ""));
      }
    }
  }

  private String logText(double value) {
    if (axis.unit() == Unit.NANOS) {
      Unit.Shown shown = Unit.NANOS.shown(value * 2);
      return trim(value / shown.size()) + "\u00a0" + shown.word();
    }
    return trim(value);
  }

  private static String trim(double value) {
    return value >= 1
        ? NumberText.count(Math.round(value))
        : String.format(Locale.ROOT, "%.6f", value).replaceAll("0+$", "");
  }

  private static double down(double value) {
    double decade = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    double digit = value / decade;
    return decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
  }

  private static double up(double value) {
    double decade = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    double digit = value / decade - 1e-9;
    return decade * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  /** The least of 1, 2, 5 × 10^k that cuts {@code width} into at most {@code most} parts. */
  private static double step(double width, int most) {
    double rough = width / most;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double digit : new double[] {1, 2, 5}) {
      if (digit * decade >= rough * (1 - 1e-9)) {
        return digit * decade;
      }
    }
    return 10 * decade;
  }
}
