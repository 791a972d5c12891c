package dev.facsimile.analyze.report;

import java.util.Locale;

/**
 * Numbers as people read them: at least three significant digits, a narrow no-break space between
 * thousands and a no-break space before the unit. {@link #plain} turns them into plain text.
 */
public final class NumberText {
  private static final char THIN = '\u202f';
  private static final char NO_BREAK = '\u00a0';

  private NumberText() {}

  /** A whole number, such as {@code 12 345}. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace(',', THIN);
  }

  /**
   * A number with three significant digits, such as {@code 0.123}, {@code 12.3}, {@code 12 345}.
   */
  public static String number(double value) {
    double size = Math.abs(value);
    int decimals;
    if (size == 0 || size >= 99.95) {
      decimals = 0;
    } else if (size >= 9.995) {
      decimals = 1;
    } else if (size >= 0.9995) {
      decimals = 2;
    } else {
      decimals = Math.min(6, 2 - (int) Math.floor(Math.log10(size)));
    }
    return String.format(Locale.ROOT, "%,." + decimals + "f", value).replace(',', THIN);
  }

  /** A number as short as it is exact to three decimals, such as {@code 99.9} or {@code 50}. */
  public static String trimmed(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
  }

  /** A duration given in nanoseconds, in the unit that suits its size: ns, µs, ms, s, min, h. */
  public static String duration(double nanos) {
    double size = Math.abs(nanos);
    if (size == 0) {
      return "0" + NO_BREAK + "ms";
    }
    if (size < 1e3) {
      return with(nanos, "ns");
    }
    if (size < 1e6) {
      return with(nanos / 1e3, "µs");
    }
    if (size < 1e9) {
      return with(nanos / 1e6, "ms");
    }
    if (size < 120e9) {
      return with(nanos / 1e9, "s");
    }
    return size < 7200e9 ? with(nanos / 60e9, "min") : with(nanos / 3600e9, "h");
  }

  /**
   * A share from 0 to 1 as a percentage with one decimal. All and none are said only of exactly all
   * and none: what would round to them is {@code > 99.9 %} or {@code < 0.1 %}.
   */
  public static String percent(double share) {
    double percent = share * 100;
    if (share < 1 && percent >= 99.95) {
      return ">" + NO_BREAK + "99.9" + NO_BREAK + "%";
    }
    if (share > 0 && percent < 0.05) {
      return "<" + NO_BREAK + "0.1" + NO_BREAK + "%";
    }
    int decimals = share == 0 || share == 1 ? 0 : 1;
    return String.format(Locale.ROOT, "%." + decimals + "f", percent) + NO_BREAK + "%";
  }

  /** A number and its unit, such as {@code 12.3 tokens/s}. */
  public static String with(double value, String unit) {
    return number(value) + NO_BREAK + unit;
  }

  /** {@code text} for a terminal: commas between thousands, plain spaces. */
  public static String plain(String text) {
    return text.replace(THIN, ',').replace(NO_BREAK, ' ');
  }
}
