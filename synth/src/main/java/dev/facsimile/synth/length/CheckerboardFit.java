package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthDrift;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts pairs of ranks into the cells of a checkerboard copula, over all time and for stretches of
 * {@value #STRETCH_ROWS} rows or more.
 */
public final class CheckerboardFit {
  private static final int LARGEST = 64;
  private static final int STRETCH_ROWS = 1_000;
  private static final int MOST_STRETCHES = 256;

  private final long[][] cells;
  private final long stretchRows;
  private final SortedMap<Integer, Integer> open = new TreeMap<>();
  private final List<LengthDrift> drift = new ArrayList<>();
  private long openRows;
  private long openMillis;

  /**
   * For {@code rows} pairs: 64 cells on each side, halved until a cell has 4 pairs on the average,
   * so that the copula keeps dependence and not rows.
   */
  public CheckerboardFit(long rows) {
    int size = LARGEST;
    while (size > 1 && (long) size * size > rows / 4) {
      size /= 2;
    }
    cells = new long[size][size];
    // As many rows in each stretch: no short one is left at the end.
    long stretches = Math.max(1, Math.min(MOST_STRETCHES, rows / STRETCH_ROWS));
    stretchRows = (rows + stretches - 1) / stretches;
  }

  /** Counts a pair of ranks, both in [0, 1], of a request not before the last one. */
  public void add(double inputRank, double outputRank, long arrivalNanos) {
    int row = cell(inputRank);
    int column = cell(outputRank);
    cells[row][column]++;
    long millis = arrivalNanos / 1_000_000;
    if (openRows >= stretchRows && millis > openMillis) {
      close();
    }
    open.merge(row * cells.length + column, 1, Integer::sum);
    openRows++;
    openMillis = millis;
  }

  private void close() {
    int[] pairs = new int[2 * open.size()];
    int next = 0;
    for (Map.Entry<Integer, Integer> entry : open.entrySet()) {
      pairs[next++] = entry.getKey();
      pairs[next++] = entry.getValue();
    }
    drift.add(new LengthDrift(openMillis + 1, pairs));
    open.clear();
    openRows = 0;
  }

  private int cell(double rank) {
    return Math.min(cells.length - 1, (int) (rank * cells.length));
  }

  /** The copula so far. */
  public Checkerboard copula() {
    List<List<Long>> rows =
        Arrays.stream(cells).map(row -> Arrays.stream(row).boxed().toList()).toList();
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
