package dev.facsimile.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Watches one log's clock in the order of its rows, before anything is reordered, and tells late
 * rows from a reset. A row is late when a row before it arrived later. A step back is looked at if
 * it is of ten seconds or more, of more than half of what the clock had covered, and more than
 * twice as far as any row was late before. The clock was <em>reset</em> there if the rows after it
 * climb anew, at least {@value #ENOUGH} of them and all but a twentieth in order among themselves,
 * or if {@value #PLENTY} of them stay below nine tenths of the step: sorting would lay two
 * stretches of time over each other. A step between two entries of one line is none: a document may
 * list its requests in any order. Holds {@value #PLENTY} rows at most, while it is not sure.
 *
 * @param <T> a row
 */
final class ClockWatch<T extends Timed> {
  /** Rows that must stand on either side of a step back before it is called a reset. */
  static final int ENOUGH = 16;

  /** Rows after a step back that tell, whatever their order. */
  static final int PLENTY = 256;

  /** Of rows that climb anew, one in so many may be late among them. */
  private static final int ORDERLY = 20;

  /** A row within this part of the step from where the clock was shows that it came back. */
  private static final int CAME_BACK = 10;

  /** As seconds since 1970; a clock that counts from a log's start never gets there. */
  static final long YEAR_2001 = 1_000_000_000_000_000_000L;

  private static final long SMALLEST_RESET = 10_000_000_000L;

  /**
   * A reset.
   *
   * @param line the first row after it
   * @param fromNanos the clock before
   * @param toNanos the clock after
   */
  record Reset(Path log, long line, long fromNanos, long toNanos) {
    /** The step in words, without the file. */
    String sentence() {
      return "the clock jumps back from "
          + words(fromNanos)
          + " to "
          + words(toNanos)
          + " and stays there";
    }

    /** As a date where it looks like one. */
    private static String words(long nanos) {
      return nanos > YEAR_2001
          ? Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS).toString()
          : String.format(Locale.ROOT, "%,.3f s", nanos / 1e9);
    }
  }

  /** Where rows go on, and who hears of a reset; the rows after it follow. */
  interface Downstream<T> {
    void row(T row) throws IOException;

    void reset(Reset reset) throws IOException;
  }

  private final Downstream<T> down;
  private final List<T> held = new ArrayList<>();
  private long high = Long.MIN_VALUE;
  private long low = Long.MAX_VALUE;
  private int heldLate;
  private long heldHigh = Long.MIN_VALUE;
  private long lastLine = -1;
  private long rows;
  private long inStretch;
  private long late;
  private long latest;

  ClockWatch(Downstream<T> down) {
    this.down = down;
  }

  /** Takes the log's next row. */
  void add(T row) throws IOException {
    boolean newLine = row.line() != lastLine;
    lastLine = row.line();
    if (held.isEmpty() && !(newLine && stepsFarBack(row.clock()))) {
      pass(row);
      return;
    }
    held.add(row);
    heldLate += row.clock() < heldHigh ? 1 : 0;
    heldHigh = Math.max(heldHigh, row.clock());
    if (row.clock() > high - (high - held.get(0).clock()) / CAME_BACK) {
      decide();
    } else if (held.size() == PLENTY) {
      reset();
    }
  }

  private boolean stepsFarBack(long clock) {
    long step = high - clock;
    return inStretch >= ENOUGH
        && step >= SMALLEST_RESET
        && step > (high - low) / 2
        && step / 2 > latest;
  }

  /** The clock is back where it was: the rows climbed there anew, or were late. */
  private void decide() throws IOException {
    if (held.size() >= ENOUGH && heldLate * ORDERLY <= held.size()) {
      reset();
    } else {
      release();
    }
  }

  private void pass(T row) throws IOException {
    long clock = row.clock();
    if (clock < high) {
      late++;
      latest = Math.max(latest, high - clock);
    }
    high = Math.max(high, clock);
    low = Math.min(low, clock);
    rows++;
    inStretch++;
    down.row(row);
  }

  private void release() throws IOException {
    List<T> waited = List.copyOf(held);
    held.clear();
    heldLate = 0;
    heldHigh = Long.MIN_VALUE;
    for (T row : waited) {
      pass(row);
    }
  }

  private void reset() throws IOException {
    T first = held.get(0);
    down.reset(new Reset(first.log(), first.line(), high, first.clock()));
    high = Long.MIN_VALUE;
    low = Long.MAX_VALUE;
    inStretch = 0;
    release();
  }

  /** The log has ended: gives on what was held. */
  void end() throws IOException {
    decide();
  }

  /** Rows passed on. */
  long rows() {
    return rows;
  }

  /** Rows that came after a row of a later time. */
  long lateRows() {
    return late;
  }

  /** The farthest that a late row lay behind, in nanoseconds. */
  long latestNanos() {
    return latest;
  }
}
