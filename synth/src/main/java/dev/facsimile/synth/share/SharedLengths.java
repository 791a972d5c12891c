package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.LengthDrift;
import dev.facsimile.synth.model.LengthModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lengths of a class with a minimum count behind every number. */
final class SharedLengths {
  /** Finer cells would come near to telling pairs of lengths. */
  private static final int MOST_CELLS = 64;

  /** Weights per request, so that the even share of a cell is a whole number. */
  private static final int WEIGHT = 50;

  private static final long FEWEST_IN_STRETCH = 2_000;
  private static final int MOST_STRETCHES = 4;

  private final int size;
  private final int minCount;

  private SharedLengths(int size, int minCount) {
    this.size = size;
    this.minCount = minCount;
  }

  static LengthModel of(LengthModel lengths, int minCount) {
    int own = lengths.copula().size();
    SharedLengths shared = new SharedLengths(Math.min(MOST_CELLS, own), minCount);
    long[][] cells = new long[shared.size][shared.size];
    for (int row = 0; row < own; row++) {
      for (int column = 0; column < own; column++) {
        cells[row * shared.size / own][column * shared.size / own] +=
            lengths.copula().counts().get(row).get(column);
      }
    }
    return new LengthModel(
        SharedMarginal.of(lengths.input(), minCount),
        SharedMarginal.of(lengths.output(), minCount),
        checkerboard(
            even(List.<double[][]>of(new SharedCells(cells, minCount).densities())).get(0)),
        shared.drift(lengths.drift(), own));
  }

  private static List<long[][]> even(List<double[][]> densities) {
    EvenMargins.fit(densities);
    return densities.stream().map(SharedLengths::weights).toList();
  }

  private static long[][] weights(double[][] densities) {
    return Arrays.stream(densities)
        .map(row -> Arrays.stream(row).mapToLong(n -> Math.round(n * WEIGHT)).toArray())
        .toArray(long[][]::new);
  }

  private static Checkerboard checkerboard(long[][] cells) {
    return new Checkerboard(
        Arrays.stream(cells).map(row -> Arrays.stream(row).boxed().toList()).toList());
  }

  /** Stretches are joined until each is long enough, and end at whole seconds. */
  private List<LengthDrift> drift(List<LengthDrift> drift, int own) {
    long rows = drift.stream().mapToLong(SharedLengths::rows).sum();
    long stretches = Math.max(1, Math.min(MOST_STRETCHES, rows / FEWEST_IN_STRETCH));
    List<double[][]> densities = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    long[][] open = new long[size][size];
    long seen = 0;
    for (LengthDrift stretch : drift) {
      for (int i = 0; i < stretch.cells().length; i += 2) {
        int row = stretch.cells()[i] / own * size / own;
        int column = stretch.cells()[i] % own * size / own;
        open[row][column] += stretch.cells()[i + 1];
      }
      seen += rows(stretch);
      if (seen * stretches >= rows * (ends.size() + 1L)) {
        densities.add(new SharedCells(open, minCount).densities());
        ends.add((stretch.endMillis() / 1_000 + 1) * 1_000);
        open = new long[size][size];
      }
    }
    if (ends.size() < 2) {
      return List.of();
    }
    List<LengthDrift> joined = new ArrayList<>();
    for (long[][] weights : even(densities)) {
      joined.add(new LengthDrift(ends.get(joined.size()), pairs(weights)));
    }
    return joined;
  }

  private static long rows(LengthDrift stretch) {
    long rows = 0;
    for (int i = 1; i < stretch.cells().length; i += 2) {
      rows += stretch.cells()[i];
    }
    return rows;
  }

  private int[] pairs(long[][] weights) {
    List<Integer> pairs = new ArrayList<>();
    for (int cell = 0; cell < size * size; cell++) {
      int weight = Math.toIntExact(weights[cell / size][cell % size]);
      if (weight > 0) {
        pairs.add(cell);
        pairs.add(weight);
      }
    }
    return pairs.stream().mapToInt(n -> n).toArray();
  }
}
