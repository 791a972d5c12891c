package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the order of one log's rows tells, from their times alone: which came late, where the clock
 * was reset, and which came too late for the reorder window. The log may be several files that are
 * read one after another. Holds what the window holds, some 60 bytes a row.
 */
public final class LogOrder {

  /**
   * What was found.
   *
   * @param rows rows watched
   * @param lateRows rows that came after a row of a later time
   * @param latestNanos the farthest that one lay behind
   * @param resets resets whose rows were put in the order of their dates, one sentence each
   * @param cuts resets behind which another trace begins
   */
  public record Facts(
      long rows, long lateRows, long latestNanos, List<String> resets, List<Cut> cuts)
      implements Serializable {
    /** Of no row. */
    public static final Facts NONE = inOrder(0);

    public Facts {
      resets = List.copyOf(resets);
      cuts = List.copyOf(cuts);
    }

    /** Of rows of which none came before the row before it. */
    public static Facts inOrder(long rows) {
      return new Facts(rows, 0, 0, List.of(), List.of());
    }
  }

  /**
   * A reset behind which another trace begins.
   *
   * @param number of the first row after it, as it was given
   * @param line of that row
   * @param step the step in words
   */
  public record Cut(long number, long line, String step) implements Serializable {}

  /** Hears of rows that the window does not reach. */
  @FunctionalInterface
  public interface Late {
    /**
     * A row to be refused.
     *
     * @param number as it was given
     * @param behind where it comes in after all
     */
    void tooLate(long line, long number, Behind behind, String reason);
  }

  /**
   * Where a row comes in that is too late: behind the last one that was not.
   *
   * @param clock of that row
   * @param number of that row, as it was given
   * @param place among those that come in behind it, from 1
   */
  public record Behind(long clock, long number, int place) {}

  private record Moment(long clock, Path log, long line, long number) implements Timed {}

  private final LogFormat format;
  private final Late late;
  private final ReorderWindow<Moment> window;
  private final ClockResets resets;
  private final List<Cut> cuts = new ArrayList<>();
  private Path file;
  private ClockWatch<Moment> watch = new ClockWatch<>(new Reordering());
  private Optional<ClockWatch.Reset> cutBefore = Optional.empty();
  private Facts before = Facts.NONE;
  private long last = Long.MIN_VALUE;
  private long lastNumber;
  private int behindLast;

  /**
   * The order of a log.
   *
   * @param file the log, or the first of its files
   * @param reorderRows rows that the window holds back
   * @param split whether another trace begins where the clock was reset
   */
  public LogOrder(Path file, LogFormat format, int reorderRows, boolean split, Late late) {
    this.file = file;
    this.format = format;
    this.late = late;
    this.window = new ReorderWindow<>(reorderRows);
    this.resets = new ClockResets(split);
  }

  /** The log goes on in another file, whose clock is watched anew. */
  public void nextFile(Path next) {
    endFile();
    file = next;
    watch = new ClockWatch<>(new Reordering());
  }

  /**
   * Takes the log's next row.
   *
   * @param clock its time on the log's clock
   * @param line its line
   * @param number by which it is told if it is too late
   * @throws dev.facsimile.trace.file.InputException if a clock without dates was reset, and no
   *     other trace begins there
   */
  public void row(long clock, long line, long number) {
    try {
      watch.add(new Moment(clock, file, line, number));
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read or written here", e);
    }
  }

  /** The log has ended. */
  public Facts end() {
    endFile();
    drain();
    return new Facts(before.rows(), before.lateRows(), before.latestNanos(), resets.told(), cuts);
  }

  private void endFile() {
    try {
      watch.end();
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read or written here", e);
    }
    before =
        new Facts(
            before.rows() + watch.rows(),
            before.lateRows() + watch.lateRows(),
            Math.max(before.latestNanos(), watch.latestNanos()),
            List.of(),
            List.of());
  }

  private void drain() {
    for (Optional<Moment> row = window.next(); row.isPresent(); row = window.next()) {
      leaves(row.get());
    }
  }

  private void leaves(Moment row) {
    if (row.clock() < last) {
      late.tooLate(
          row.line(),
          row.number(),
          new Behind(last, lastNumber, ++behindLast),
          TracePart.tooLate(last - row.clock()));
    } else {
      last = row.clock();
      lastNumber = row.number();
      behindLast = 0;
    }
  }

  private final class Reordering implements ClockWatch.Downstream<Moment> {
    @Override
    public void row(Moment row) {
      cutBefore.ifPresent(reset -> cuts.add(new Cut(row.number(), reset.line(), reset.sentence())));
      cutBefore = Optional.empty();
      window.add(row).ifPresent(LogOrder.this::leaves);
    }

    @Override
    public void reset(ClockWatch.Reset reset) {
      if (resets.splitsAt(reset, format)) {
        drain();
        last = Long.MIN_VALUE;
        cutBefore = Optional.of(reset);
      }
    }
  }
}
