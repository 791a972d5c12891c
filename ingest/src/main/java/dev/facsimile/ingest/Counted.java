package dev.facsimile.ingest;

import java.util.Locale;

/** Counts in words: one row, two rows. */
public final class Counted {
  private Counted() {}

  /** So many rows, with separators of thousands. */
  public static String rows(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d row" : "%,d rows", count);
  }
}
