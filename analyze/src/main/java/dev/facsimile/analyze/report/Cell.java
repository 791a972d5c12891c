package dev.facsimile.analyze.report;

import java.util.OptionalDouble;

/**
 * A cell of a table.
 *
 * @param text what it says
 * @param tone whether it is good or bad news; said by a sign too, not by colour alone
 * @param share from 0 to 1 where a bar lies under the text
 */
public record Cell(String text, Tone tone, OptionalDouble share) {

  /** A plain cell. */
  public static Cell of(String text) {
    return new Cell(text, Tone.PLAIN, OptionalDouble.empty());
  }

  /** A cell of good or bad news. */
  public static Cell of(String text, Tone tone) {
    return new Cell(text, tone, OptionalDouble.empty());
  }

  /** A cell with a bar from 0 to 1 under its text. */
  public static Cell bar(String text, double share) {
    return new Cell(text, Tone.PLAIN, OptionalDouble.of(Math.max(0, Math.min(1, share))));
  }
}
