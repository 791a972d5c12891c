package dev.facsimile.trace.table;

import java.time.Instant;

/** Times that foreign tables keep as a count of units since 1970. */
public final class EpochTime {
  private static final long SECOND = 1_000_000_000L;

  private EpochTime() {}

  /**
   * The time as ISO-8601 text in UTC.
   *
   * @param count units since 1970
   * @param perSecond units in a second, from 1 to a thousand million
   */
  public static String text(long count, long perSecond) {
    return Instant.ofEpochSecond(
            Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * (SECOND / perSecond))
        .toString();
  }
}
