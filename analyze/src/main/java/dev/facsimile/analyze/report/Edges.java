package dev.facsimile.analyze.report;

/** Bins over an interval: bin i holds values from edge i up to, not including, edge i + 1. */
public final class Edges {
  private final double low;
  private final double high;
  private final int bins;
  private final boolean log;

  private Edges(double low, double high, int bins, boolean log) {
    if (!(low < high) || bins < 1 || log && low <= 0) {
      throw new IllegalArgumentException(bins + " bins from " + low + " to " + high);
    }
    this.low = low;
    this.high = high;
    this.bins = bins;
    this.log = log;
  }

  /** Bins of equal width. */
  public static Edges linear(double low, double high, int bins) {
    return new Edges(low, high, bins, false);
  }

  /** Bins of equal ratio; {@code low} is over 0. */
  public static Edges log(double low, double high, int bins) {
    return new Edges(low, high, bins, true);
  }

  public int bins() {
    return bins;
  }

  /** Edge {@code index}, from 0 to {@link #bins()}. */
  public double at(int index) {
    double share = (double) index / bins;
    return log ? low * Math.pow(high / low, share) : low + (high - low) * share;
  }

  /** The bin of {@code value}; the upper edge belongs to the last bin; -1 for none. */
  public int binOf(double value) {
    if (!(value >= low && value <= high)) {
      return -1;
    }
    double share =
        log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.min(bins - 1, (int) (share * bins));
  }
}
