package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthDrift;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts pairs of ranks into the cells of a checkerboard copula, over all time and for stretches of
 * {@value #STRETCH_ROWS} rows or more.
 */
public final class CheckerboardFit {
  private static final int LARGEST = 64;
  private static final int STRETCH_ROWS = 1_000;
  private static final int MOST_STRETCHES = 256;

  private final int size;
  private final long[] cells;
  private final long stretchRows;
  private final int[] open;
  private final List<LengthDrift> drift = new ArrayList<>();
  private long openRows;
  private long openMillis;

  /**
   * For {@code rows} pairs: 64 cells on each side, halved until a cell has 4 pairs on the average,
   * so that the copula keeps dependence and not rows.
   */
  public CheckerboardFit(long rows) {
    int cellsASide = LARGEST;
    while (cellsASide > 1 && (long) cellsASide * cellsASide > rows / 4) {
      cellsASide /= 2;
    }
    size = cellsASide;
    cells = new long[size * size];
    open = new int[size * size];
    // As many rows in each stretch: no short one is left at the end.
    long stretches = Math.max(1, Math.min(MOST_STRETCHES, rows / STRETCH_ROWS));
    stretchRows = (rows + stretches - 1) / stretches;
  }

  /** The cell of a pair of ranks, both in [0, 1]; it can be told on any thread. */
  public int cell(double inputRank, double outputRank) {
    return place(inputRank) * size + place(outputRank);
  }

  private int place(double rank) {
    return Math.min(size - 1, (int) (rank * size));
  }

  /** The time that {@link #add} takes. */
  public static long millis(long arrivalNanos) {
    return arrivalNanos / 1_000_000;
  }

  /** Counts a request's cell; its time is not before the last one's. */
  public void add(int cell, long millis) {
    if (openRows >= stretchRows && millis > openMillis) {
      close();
    }
    cells[cell]++;
    open[cell]++;
    openRows++;
    openMillis = millis;
  }

  private void close() {
    int[] pairs = new int[2 * open.length];
    int next = 0;
    for (int cell = 0; cell < open.length; cell++) {
      if (open[cell] > 0) {
        pairs[next++] = cell;
        pairs[next++] = open[cell];
      }
    }
    drift.add(new LengthDrift(openMillis + 1, Arrays.copyOf(pairs, next)));
    Arrays.fill(open, 0);
    openRows = 0;
  }

  /** The copula so far. */
  public Checkerboard copula() {
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < size; row++) {
      rows.add(Arrays.stream(cells, row * size, (row + 1) * size).boxed().toList());
    }
    return new Checkerboard(rows);
  }

  /** What was counted for each stretch, all of it; empty where there is but one. */
  public List<LengthDrift> drift() {
    if (openRows > 0) {
      close();
    }
    return drift.size() > 1 ? List.copyOf(drift) : List.of();
  }
}
