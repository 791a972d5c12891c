package dev.facsimile.anonymize.risk;

/**
 * A figure with its 95 % interval.
 *
 * @param value what was measured
 * @param low the interval's lower end
 * @param high the interval's upper end
 * @param sample trials behind it
 */
public record Estimate(double value, double low, double high, long sample) {
  /** The 97.5th percentile of the standard normal distribution. */
  private static final double Z = 1.959963984540054;

  /** A figure of the whole population, not of a sample. */
  public static Estimate exact(double value, long population) {
    return new Estimate(value, value, value, population);
  }

  /**
   * A share with Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession,
   * and statistical inference", JASA 22, 1927): (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n).
   *
   * @param successes from 0 to {@code trials}; may be a fraction where ties are broken by chance
   */
  public static Estimate share(double successes, long trials) {
    if (trials < 1 || successes < 0 || successes > trials) {
      throw new IllegalArgumentException(successes + " of " + trials + " is no share");
    }
    double share = successes / trials;
    double square = Z * Z / trials;
    double middle = share + square / 2;
    double half = Z * Math.sqrt(share * (1 - share) / trials + square / 4 / trials);
    return new Estimate(
        share,
        successes == 0 ? 0 : Math.max(0, (middle - half) / (1 + square)),
        successes == trials ? 1 : Math.min(1, (middle + half) / (1 + square)),
        trials);
  }

  /**
   * What an attack gains over a control: (success − control) ÷ (1 − control), the part of what the
   * control leaves open (M. Giomi et al., "A unified framework for quantifying privacy risk in
   * synthetic data", PoPETs 2023). The interval is that of a difference of two shares by R. G.
   * Newcombe, Statistics in Medicine 17, 1998, method 10, scaled alike. 0 where the control leaves
   * nothing open.
   */
  public static Estimate gain(Estimate success, Estimate control) {
    double open = 1 - control.value;
    if (open <= 0) {
      return exact(0, success.sample);
    }
    double difference = success.value - control.value;
    double down = Math.hypot(success.value - success.low, control.high - control.value);
    double up = Math.hypot(success.high - success.value, control.value - control.low);
    return new Estimate(
        difference / open,
        (difference - down) / open,
        Math.min(1, (difference + up) / open),
        Math.min(success.sample, control.sample));
  }

  /**
   * Pearson's correlation of {@code sample} pairs with Fisher's interval tanh(artanh r ± z/√(n−3)).
   */
  static Estimate correlation(double r, int sample) {
    double inside = Math.max(-1 + 1e-12, Math.min(1 - 1e-12, r));
    double middle = 0.5 * Math.log((1 + inside) / (1 - inside));
    double half = Z / Math.sqrt(Math.max(1, sample - 3));
    return new Estimate(r, Math.tanh(middle - half), Math.max(r, Math.tanh(middle + half)), sample);
  }
}
