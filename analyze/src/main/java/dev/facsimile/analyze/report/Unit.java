package dev.facsimile.analyze.report;

/** What an axis measures. */
public enum Unit {
  /** A plain number. */
  NUMBER(""),
  /** Nanoseconds, shown in the unit that suits the axis. */
  NANOS(""),
  /** A share from 0 to 1, shown in per cent. */
  SHARE("%"),
  /** Tokens. */
  TOKENS("tokens"),
  /** Per second. */
  PER_SECOND("1/s");

  private final String word;

  Unit(String word) {
    this.word = word;
  }

  /** A value with its unit. */
  public String text(double value) {
    return switch (this) {
      case NUMBER -> NumberText.number(value);
      case NANOS -> NumberText.duration(value);
      case SHARE -> NumberText.percent(value);
      case TOKENS -> NumberText.with(value, "tokens");
      case PER_SECOND -> NumberText.with(value, "/s");
    };
  }

  /** How an axis up to {@code largest} shows its numbers: divided by this, with that word. */
  Shown shown(double largest) {
    if (this == SHARE) {
      return new Shown(0.01, word);
    }
    if (this != NANOS) {
      return new Shown(1, word);
    }
    if (largest < 2e6) {
      return new Shown(1e3, "µs");
    }
    if (largest < 2e9) {
      return new Shown(1e6, "ms");
    }
    if (largest < 600e9) {
      return new Shown(1e9, "s");
    }
    return largest < 3 * 3600e9 ? new Shown(60e9, "min") : new Shown(3600e9, "h");
  }

  /**
   * A unit chosen for display.
   *
   * @param size the axis' own units in one of it
   * @param word put behind the axis' label; may be empty
   */
  record Shown(double size, String word) {}
}
