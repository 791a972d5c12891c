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
 * was reset, and which came too late for the reorder window. Holds what the window holds, some 60
 * bytes a row.
 */
public final class LogOrder {

  /**
   * What was found.
   *
   * @param rows rows watched
   * @param lateRows rows that came after a row of a later time
   * @param latestNanos the farthest that one lay behind
   * @param resets resets whose rows were put in the order of their dates, one sentence each
   */
  public record Facts(long rows, long lateRows, long latestNanos, List<String> resets)
      implements Serializable {
    public Facts {
      resets = List.copyOf(resets);
    }
  }

  /** Hears of rows that the window does not reach. */
  @FunctionalInterface
  public interface Late {
    /**
     * A row to be refused.
     *
     * @param number as it was given
     */
    void tooLate(long line, long number, String reason);
  }

  private record Moment(long clock, Path log, long line, long number) implements Timed {}

  private final Path log;
  private final LogFormat format;
  private final Late late;
  private final ReorderWindow<Moment> window;
  private final ClockResets resets = new ClockResets(false);
  private final ClockWatch<Moment> watch = new ClockWatch<>(new Reordering());
  private long last = Long.MIN_VALUE;

  /**
   * The order of a log.
   *
   * @param reorderRows rows that the window holds back
   */
  public LogOrder(Path log, LogFormat format, int reorderRows, Late late) {
    this.log = log;
    this.format = format;
    this.late = late;
    this.window = new ReorderWindow<>(reorderRows);
  }

  /**
   * Takes the log's next row.
   *
   * @param clock its time on the log's clock
   * @param line its line
   * @param number by which it is told if it is too late
   * @throws dev.facsimile.trace.file.InputException if a clock without dates was reset
   */
  public void row(long clock, long line, long number) {
    try {
      watch.add(new Moment(clock, log, line, number));
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read or written here", e);
    }
  }

  /** The log has ended. */
  public Facts end() {
    try {
      watch.end();
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read or written here", e);
    }
    for (Optional<Moment> row = window.next(); row.isPresent(); row = window.next()) {
      leaves(row.get());
    }
    return new Facts(
        watch.rows(), watch.lateRows(), watch.latestNanos(), new ArrayList<>(resets.told()));
  }

  private void leaves(Moment row) {
    if (row.clock() < last) {
      late.tooLate(row.line(), row.number(), TracePart.tooLate(last - row.clock()));
    } else {
      last = row.clock();
    }
  }

  private final class Reordering implements ClockWatch.Downstream<Moment> {
    @Override
    public void row(Moment row) {
      window.add(row).ifPresent(LogOrder.this::leaves);
    }

    @Override
    public void reset(ClockWatch.Reset reset) {
      resets.splitsAt(reset, format);
    }
  }
}
