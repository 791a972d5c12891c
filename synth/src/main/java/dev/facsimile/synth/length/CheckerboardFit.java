package dev.facsimile.synth.length;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthDrift;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Counts pairs of ranks into the cells of a checkerboard copula, over all time and for stretches of
 * {@value #STRETCH_ROWS} rows or more. The counts of parts add up. Where pairs are dense the copula
 * is as fine as its cells; where they are few they change their columns with others in a square of
 * cells, so that it keeps dependence and not rows.
 */
public final class CheckerboardFit {
  private static final int LARGEST = 64;
  private static final int STRETCH_ROWS = 250;
  private static final int MOST_STRETCHES = 256;

  /** A square of so many pairs or more is cut in four. */
  private static final int DENSE = 64;

  private final int size;

  /** The number of the request behind each stretch. */
  private final long[] ends;

  private final Counts counted = new Counts(0);
  private final UniformRandomProvider random;

  /**
   * For {@code rows} pairs: 64 cells on each side, halved until there are no more than pairs.
   *
   * @param ends as {@link #ends} tells them
   * @param random decides which pairs change columns
   */
  public CheckerboardFit(long rows, long[] ends, UniformRandomProvider random) {
    this.size = side(rows);
    this.ends = ends;
    this.random = random;
  }

  private static int side(long rows) {
    int cellsASide = LARGEST;
    while (cellsASide > 1 && (long) cellsASide * cellsASide > rows) {
      cellsASide /= 2;
    }
    return cellsASide;
  }

  /**
   * Where stretches end, which they do between times only, never among requests of one millisecond.
   *
   * @return for each stretch the number of the request behind it
   */
  public static long[] ends(long rows, TimeSteps steps) {
    // As many rows in each stretch: no short one is left at the end.
    long stretches = Math.max(1, Math.min(MOST_STRETCHES, rows / STRETCH_ROWS));
    long stretchRows = (rows + stretches - 1) / stretches;
    List<Long> ends = new ArrayList<>();
    for (long start = 0; start < steps.size(); start = ends.get(ends.size() - 1)) {
      ends.add(steps.next(start + stretchRows));
    }
    return ends.stream().mapToLong(Long::longValue).toArray();
  }

  /** The time that {@link Part#add} takes. */
  public static long millis(long arrivalNanos) {
    return arrivalNanos / 1_000_000;
  }

  /**
   * Counts of consecutive requests. Holds a count for each cell of the stretches that they are in.
   */
  public final class Part {
    private final Counts counts;
    private long next;
    private int stretch;

    private Part(long before) {
      next = before;
      while (stretch < ends.length && ends[stretch] <= before) {
        stretch++;
      }
      counts = new Counts(stretch);
    }

    /** Counts the next pair of ranks, both in [0, 1]; its time is not before the last one's. */
    public void add(double inputRank, double outputRank, long millis) {
      if (next == ends[stretch]) {
        stretch++;
      }
      next++;
      counts.add(stretch, place(inputRank) * size + place(outputRank), size * size, millis);
    }

    /** What was counted. */
    public Counts counts() {
      return counts;
    }
  }

  /** The counts of consecutive stretches. */
  public static final class Counts implements Serializable {
    private static final long serialVersionUID = 1;

    private final int first;
    private final List<int[]> cells = new ArrayList<>();
    private final List<Long> lastMillis = new ArrayList<>();

    private Counts(int first) {
      this.first = first;
    }

    private void add(int stretch, int cell, int allCells, long millis) {
      reach(stretch, allCells);
      cells.get(stretch - first)[cell]++;
      lastMillis.set(stretch - first, millis);
    }

    private void reach(int stretch, int allCells) {
      while (cells.size() <= stretch - first) {
        cells.add(new int[allCells]);
        lastMillis.add(0L);
      }
    }

    /** Takes the counts of requests behind those counted here. */
    public void merge(Counts behind) {
      for (int i = 0; i < behind.cells.size(); i++) {
        int[] theirs = behind.cells.get(i);
        int stretch = behind.first + i;
        reach(stretch, theirs.length);
        int[] ours = cells.get(stretch - first);
        for (int cell = 0; cell < ours.length; cell++) {
          ours[cell] += theirs[cell];
        }
        lastMillis.set(stretch - first, behind.lastMillis.get(i));
      }
    }
  }

  /** A part before which there are so many requests; parts may be filled on any thread. */
  public Part part(long before) {
    return new Part(before);
  }

  private int place(double rank) {
    return Math.min(size - 1, (int) (rank * size));
  }

  /** Takes the counts of the next part. */
  public void merge(Counts part) {
    counted.merge(part);
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
    int[] squares = new int[size * size];
    squares(0, 0, size, sums(counted.cells), squares);
    SortedMap<Integer, List<Pair>> sparse = new TreeMap<>();
    List<int[]> counts = counted.cells.stream().map(int[]::clone).toList();
    for (int stretch = 0; stretch < counts.size(); stretch++) {
      int[] of = counts.get(stretch);
      for (int cell = 0; cell < of.length; cell++) {
        if (of[cell] > 0 && squares[cell] >= 0) {
          List<Pair> square = sparse.computeIfAbsent(squares[cell], first -> new ArrayList<>());
          square.addAll(Collections.nCopies(of[cell], new Pair(stretch, cell)));
          of[cell] = 0;
        }
      }
    }
    sparse.values().forEach(square -> change(square, counts));
    return told(counts);
  }

  /** A pair of ranks that is told of another cell. */
  private record Pair(int stretch, int cell) {}

  /** For each cell the first cell of its square where that is sparse, otherwise -1. */
  private void squares(int row, int column, int side, long[] cells, int[] squares) {
    long pairs = 0;
    for (int i = row; i < row + side; i++) {
      for (int j = column; j < column + side; j++) {
        pairs += cells[i * size + j];
        squares[i * size + j] = side == 1 ? -1 : row * size + column;
      }
    }
    if (side > 1 && pairs >= DENSE) {
      int half = side / 2;
      squares(row, column, half, cells, squares);
      squares(row, column + half, half, cells, squares);
      squares(row + half, column, half, cells, squares);
      squares(row + half, column + half, half, cells, squares);
    }
  }

  /** Deals the columns of a square's pairs out anew: what each row and column has in all stays. */
  private void change(List<Pair> square, List<int[]> counts) {
    int[] columns = square.stream().mapToInt(pair -> pair.cell() % size).toArray();
    PermutationSampler.shuffle(random, columns);
    for (int i = 0; i < columns.length; i++) {
      Pair pair = square.get(i);
      counts.get(pair.stretch())[pair.cell() / size * size + columns[i]]++;
    }
  }

  private long[] sums(List<int[]> counts) {
    long[] sums = new long[size * size];
    for (int[] of : counts) {
      for (int cell = 0; cell < sums.length; cell++) {
        sums[cell] += of[cell];
      }
    }
    return sums;
  }

  private Told told(List<int[]> counts) {
    List<LengthDrift> stretches = new ArrayList<>();
    for (int stretch = 0; stretch < counts.size(); stretch++) {
      long end = counted.lastMillis.get(stretch) + 1;
      stretches.add(new LengthDrift(end, pairs(counts.get(stretch))));
    }
    long[] sums = sums(counts);
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < size; row++) {
      rows.add(Arrays.stream(sums, row * size, (row + 1) * size).boxed().toList());
    }
    return new Told(new Checkerboard(rows), stretches.size() > 1 ? stretches : List.of());
  }
}
