package dev.facsimile.trace.table;

import java.time.Instant;

/** Times that foreign tables keep as a count of units since 1970. */
public final class EpochTime {
  private static final long SECOND = 1_000_000_000L;

  private EpochTime() {}

  /**
   * The time as ISO-8601 text: in UTC, or, of a column that names no zone, without one.
   *
   * @param count units since 1970
   * @param perSecond units in a second, from 1 to a thousand million
   */
  public static String text(long count, long perSecond, boolean inUtc) {
    String utc = text(count, perSecond);
    return inUtc ? utc : utc.substring(0, utc.length() - 1);
  }

  /** As {@link #text(long, long, boolean)}, in UTC. */
  public static String text(long count, long perSecond) {
    return Instant.ofEpochSecond(
            Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * (SECOND / perSecond))
        .toString();
  }
}
