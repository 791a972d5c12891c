package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.TimeGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits the cascade of one class to ascending arrivals. Holds one count per cell of the trace's
 * duration (4 bytes a second) and a bounded number of patterns.
 */
public final class CascadeFit {
  private final TimeGrid grid;
  private final long shift;
  private final Patterns patterns = new Patterns();
  private int[] cells = new int[1024];
  private int open;
  private final List<Integer> positions = new ArrayList<>();

  /** On this grid. */
  public CascadeFit(TimeGrid grid) {
    this.grid = grid;
    // Ticks of a lattice wobble by a few milliseconds: count around them, not from them.
    this.shift = grid.latticeNanos().orElse(0) / 2;
  }

  /** Takes the next arrival, nanoseconds, not before the last one. */
  public void add(long arrivalNanos) {
    long time = arrivalNanos + shift;
    int cell = Math.toIntExact(time / grid.cellNanos());
    if (cell >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(cell + 1, cells.length * 2));
    }
    cells[cell]++;
    if (grid.coarse()) {
      return;
    }
    if (cell != open) {
      closeCell();
      open = cell;
    }
    positions.add((int) (time % grid.cellNanos() / 1_000));
  }

  private void closeCell() {
    if (!positions.isEmpty()) {
      patterns.add(positions);
      positions.clear();
    }
  }

  /** The cascade over {@code durationNanos}, which no arrival is beyond. */
  public Cascade cascade(long durationNanos) {
    closeCell();
    int windows = Math.toIntExact(grid.windows(durationNanos));
    int perWindow = 1 << grid.levels();
    cells = Arrays.copyOf(cells, windows * perWindow);
    int whole = Math.toIntExact(durationNanos / grid.rootNanos());
    List<Cascade.Silence> silences = ActiveCells.silences(cells, Math.max(4, perWindow / 4));
    int[] active = new ActiveCells(silences).of(0, cells.length);
    List<Cascade.Level> levels = new ArrayList<>();
    long[] counts = Arrays.stream(cells).asLongStream().toArray();
    long[] actives = Arrays.stream(active).asLongStream().toArray();
    for (int level = grid.levels() - 1; level >= 0; level--) {
      int children = whole << (level + 1);
      levels.add(0, LevelFit.of(counts, actives, children, grid.rootNanos() >> (level + 1)));
      counts = pairSums(counts);
      actives = pairSums(actives);
    }
    return new Cascade(
        envelope(counts, actives, durationNanos), silences, levels, patterns.byCount());
  }

  private static long[] pairSums(long[] counts) {
    long[] sums = new long[counts.length / 2];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = counts[2 * i] + counts[2 * i + 1];
    }
    return sums;
  }

  private List<Double> envelope(long[] rootCounts, long[] actives, long durationNanos) {
    double[] counts = Arrays.stream(rootCounts).asDoubleStream().toArray();
    double perWindow = 1 << grid.levels();
    // Less than a cell of a window says nothing of its rate.
    double[] shares = Arrays.stream(actives).mapToDouble(n -> Math.max(1, n) / perWindow).toArray();
    double last = Math.max(grid.lastShare(durationNanos), 1 / perWindow);
    shares[shares.length - 1] = Math.min(last, shares[shares.length - 1]);
    double[] envelope = Envelope.of(counts, shares);
    envelope[envelope.length - 1] /= last;
    return Arrays.stream(envelope).map(mean -> Math.rint(mean * 1e3) / 1e3).boxed().toList();
  }
}
