package dev.facsimile.anonymize.detect.layer;

/** How much decoded text one text may make: what stops a decode bomb. */
public final class Budget {
  private static final long LEAST = 1 << 20;
  private static final int TIMES = 8;

  private long left;

  /** A budget for an original of {@code length} units: 8 times its length, at least a mebibyte. */
  public Budget(long length) {
    left = Math.max(LEAST, TIMES * length);
  }

  /**
   * Takes {@code units} from the budget.
   *
   * @throws Spent if there are not as many left
   */
  public void spend(long units) {
    if (units > left) {
      throw new Spent();
    }
    left -= units;
  }

  /** The budget is spent: what is still undecoded must be treated as if it held a secret. */
  public static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1;

    Spent() {
      super("the decoded text would be too long", null, false, false);
    }
  }
}
