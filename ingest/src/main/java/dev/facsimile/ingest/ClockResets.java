package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputException;
import java.util.ArrayList;
import java.util.List;

/** What is done where a log's clock was reset, and what is told of it. */
final class ClockResets {
  /** The first reset too many where each stretch becomes a trace. */
  private static final int TOO_MANY = 32;

  /** Steps back of dated clocks that are told one by one. */
  static final int MOST_TOLD = 10;

  /** What is told of the others. */
  static final String AND_MORE = "and more steps of the kind";

  private final boolean split;
  private final List<String> told = new ArrayList<>();
  private int seen;

  /** Where each stretch becomes a trace of its own, or where none does. */
  ClockResets(boolean split) {
    this.split = split;
  }

  /**
   * A log's clock was reset; tells whether to begin another trace.
   *
   * @throws InputException if nothing says what to do about a clock that does not tell the date, or
   *     there would be too many traces
   */
  boolean splitsAt(ClockWatch.Reset reset, LogFormat format) {
    if (split) {
      if (++seen == TOO_MANY) {
        throw new InputException(
            reset.log(),
            reset.line(),
            "is the " + TOO_MANY + "th reset of the clock, too many to split");
      }
      return true;
    }
    if (format.clock() == LogFormat.Clock.RELATIVE) {
      throw new InputException(
          reset.log(),
          reset.line(),
          reset.sentence()
              + ": two stretches of time on one clock, which sorting would lay over each other;"
              + " --split-on-reset makes each a trace of its own");
    }
    if (seen++ == MOST_TOLD) {
      told.add(AND_MORE);
    }
    if (seen > MOST_TOLD) {
      return false;
    }
    told.add(
        reset.log().getFileName()
            + ", line "
            + reset.line()
            + ": "
            + reset.sentence()
            + "; the rows were put in the order of their dates (a log sorted by session, logs"
            + " joined out of order, or local time at the end of summer?)");
    return false;
  }

  /** Resets whose rows were put in the order of their dates, one sentence each. */
  List<String> told() {
    return List.copyOf(told);
  }
}
