package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthDrift;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Counts pairs of ranks into the cells of a checkerboard copula, over all time and for stretches of
 * {@value #STRETCH_ROWS} rows or more. Where pairs are dense the copula is as fine as its cells;
 * where they are few they change their columns with others in a square of cells, so that it keeps
 * dependence and not rows.
 */
public final class CheckerboardFit {
  private static final int LARGEST = 64;
  private static final int STRETCH_ROWS = 250;
  private static final int MOST_STRETCHES = 256;

  /** A square of so many pairs or more is cut in four. */
  private static final int DENSE = 64;

  private final int size;
  private final long[] cells;
  private final long stretchRows;
  private final int[] open;
  private final List<LengthDrift> drift = new ArrayList<>();
  private final UniformRandomProvider random;
  private long openRows;
  private long openMillis;

  /**
   * For {@code rows} pairs: 64 cells on each side, halved until there are no more than pairs.
   *
   * @param random decides which pairs change columns
   */
  public CheckerboardFit(long rows, UniformRandomProvider random) {
    this.random = random;
    int cellsASide = LARGEST;
    while (cellsASide > 1 && (long) cellsASide * cellsASide > rows) {
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
    drift.add(new LengthDrift(openMillis + 1, pairs(open)));
    Arrays.fill(open, 0);
    openRows = 0;
  }

  private static int[] pairs(int[] counts) {
    int[] pairs = new int[2 * counts.length];
    int next = 0;
    for (int cell = 0; cell < counts.length; cell++) {
      if (counts[cell] > 0) {
        pairs[next++] = cell;
        pairs[next++] = counts[cell];
      }
    }
    return Arrays.copyOf(pairs, next);
  }

  /**
   * What was counted.
   *
   * @param copula over all time
   * @param drift for each stretch, all of it; empty where there is but one
   */
  public record Told(Checkerboard copula, List<LengthDrift> drift) {}

  /** What was counted, sparse pairs changed. */
  public Told told() {
    if (openRows > 0) {
      close();
    }
    int[] squares = new int[size * size];
    squares(0, 0, size, squares);
    SortedMap<Integer, List<Pair>> sparse = new TreeMap<>();
    int[][] counts = new int[drift.size()][size * size];
    for (int stretch = 0; stretch < counts.length; stretch++) {
      int[] of = drift.get(stretch).cells();
      for (int i = 0; i < of.length; i += 2) {
        if (squares[of[i]] < 0) {
          counts[stretch][of[i]] = of[i + 1];
        }
        for (int count = 0; squares[of[i]] >= 0 && count < of[i + 1]; count++) {
          sparse
              .computeIfAbsent(squares[of[i]], square -> new ArrayList<>())
              .add(new Pair(stretch, of[i]));
        }
      }
    }
    sparse.values().forEach(square -> change(square, counts));
    return told(counts);
  }

  /** A pair of ranks that is told of another cell. */
  private record Pair(int stretch, int cell) {}

  /** For each cell the first cell of its square where that is sparse, otherwise -1. */
  private void squares(int row, int column, int side, int[] squares) {
    long pairs = 0;
    for (int i = row; i < row + side; i++) {
      for (int j = column; j < column + side; j++) {
        pairs += cells[i * size + j];
        squares[i * size + j] = side == 1 ? -1 : row * size + column;
      }
    }
    if (side > 1 && pairs >= DENSE) {
      int half = side / 2;
      squares(row, column, half, squares);
      squares(row, column + half, half, squares);
      squares(row + half, column, half, squares);
      squares(row + half, column + half, half, squares);
    }
  }

  /** Deals the columns of a square's pairs out anew: what each row and column has in all stays. */
  private void change(List<Pair> square, int[][] counts) {
    int[] columns = square.stream().mapToInt(pair -> pair.cell() % size).toArray();
    PermutationSampler.shuffle(random, columns);
    for (int i = 0; i < columns.length; i++) {
      Pair pair = square.get(i);
      counts[pair.stretch()][pair.cell() / size * size + columns[i]]++;
    }
  }

  private Told told(int[][] counts) {
    long[] sums = new long[size * size];
    List<LengthDrift> stretches = new ArrayList<>();
    for (int stretch = 0; stretch < counts.length; stretch++) {
      stretches.add(new LengthDrift(drift.get(stretch).endMillis(), pairs(counts[stretch])));
      for (int cell = 0; cell < sums.length; cell++) {
        sums[cell] += counts[stretch][cell];
      }
    }
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < size; row++) {
      rows.add(Arrays.stream(sums, row * size, (row + 1) * size).boxed().toList());
    }
    return new Told(new Checkerboard(rows), stretches.size() > 1 ? stretches : List.of());
  }
}
