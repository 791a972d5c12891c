package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a percentile is taken from a sorted sample. */
public enum PercentileRule {
  /** The value of rank ⌈p/100 · n⌉: always one that occurred. What Facsimile reports. */
  NEAREST_RANK(
      "Nearest rank, exact: the p-th percentile of n values is the one of rank ⌈p/100 · n⌉."),
  /**
   * Linear between the two values around rank 1 + p/100 · (n − 1), rounded to a nanosecond: the
   * default of NumPy and pandas, and so of most peers' summaries. To compare with those.
   */
  LINEAR(
      "Linear between neighbours, as NumPy and most peers take them (--percentile linear): between"
          + " the values around rank 1 + p/100 · (n − 1).");

  private final String sentence;

  PercentileRule(String sentence) {
    this.sentence = sentence;
  }

  /** The rule in a sentence, for reports. */
  public String sentence() {
    return sentence;
  }

  /** Its word in documents and options, such as {@code nearest-rank}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The {@code percent}-th percentile of a sample in ascending order that is not empty. */
  public long of(Sample ascending, double percent) {
    int n = ascending.size();
    if (this == NEAREST_RANK) {
      return ascending.at(rank(percent, n) - 1);
    }
    double place = percent / 100 * (n - 1);
    int below = (int) Math.min(n - 1, Math.floor(place));
    int above = Math.min(n - 1, below + 1);
    double part = place - below;
    return Math.round(ascending.at(below) * (1 - part) + ascending.at(above) * part);
  }

  /** The nearest rank, from 1 to n. */
  public static int rank(double percent, int n) {
    // 99.9 % of 1000 is 999 exactly, but not in binary: snap to whole ranks before the ceiling.
    double rank = percent * n / 100;
    double whole = Math.rint(rank);
    double ceiling = Math.abs(rank - whole) < 1e-9 * n ? whole : Math.ceil(rank);
    return (int) Math.max(1, Math.min(n, ceiling));
  }
}
