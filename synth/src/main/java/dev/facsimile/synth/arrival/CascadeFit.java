package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.TimeGrid;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Fits the cascade of one class to ascending arrivals. Holds a count for each cell that has
 * arrivals (8 bytes: of milliseconds few have), a bounded number of patterns and gaps and the
 * positions in two cells; while a cascade is made of it, some numbers for each cell of the whole
 * time. The fits of consecutive stretches of time merge.
 */
public final class CascadeFit implements Serializable {
  private static final long serialVersionUID = 1;

  private final TimeGrid grid;
  private final long shift;
  private final Patterns patterns = new Patterns();
  private final SpacingFit spacing = new SpacingFit();

  /** Cells that have arrivals, ascending, and how many. */
  private int[] cells = {};

  private int[] counts = {};
  private int size;

  /** Cells of which a stretch before or behind may have a part: the first one and the last one. */
  private OpenCell first = OpenCell.NONE;

  private OpenCell last = OpenCell.NONE;

  /** A cell with the positions in it, microseconds from its start. */
  private static final class OpenCell implements Serializable {
    private static final long serialVersionUID = 1;
    static final OpenCell NONE = new OpenCell(0);

    private int cell;
    private int[] positions = new int[8];
    private int count;

    OpenCell(int cell) {
      this.cell = cell;
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** Becomes another cell, without positions yet. */
    void reuse(int newCell) {
      cell = newCell;
      count = 0;
    }

    void add(int position) {
      if (count == positions.length) {
        positions = Arrays.copyOf(positions, 2 * count);
      }
      positions[count++] = position;
    }
  }

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
    count(cell, 1);
    if (!grid.coarse()) {
      spacing.add(arrivalNanos);
      position(cell, (int) ((time - cell * grid.cellNanos()) / 1_000));
    }
  }

  private void count(int cell, int arrivals) {
    if (size == 0 || cells[size - 1] != cell) {
      if (size == cells.length) {
        cells = Arrays.copyOf(cells, Math.max(8, 2 * size));
        counts = Arrays.copyOf(counts, cells.length);
      }
      cells[size++] = cell;
    }
    counts[size - 1] += arrivals;
  }

  private void position(int cell, int position) {
    if (last.isEmpty()) {
      last = new OpenCell(cell);
    } else if (last.cell != cell) {
      closeLast(cell);
    }
    last.add(position);
  }

  /** Closes the last cell and opens this one. */
  private void closeLast(int cell) {
    if (first.isEmpty()) {
      first = last;
      last = new OpenCell(cell);
    } else {
      patterns.add(last.cell, last.positions, last.count);
      last.reuse(cell);
    }
  }

  /** Takes what another has of the time behind the last arrival here. */
  public void merge(CascadeFit behind) {
    for (int i = 0; i < behind.size; i++) {
      count(behind.cells[i], behind.counts[i]);
    }
    append(behind.first);
    append(behind.last);
    patterns.merge(behind.patterns);
    spacing.merge(behind.spacing);
  }

  private void append(OpenCell cell) {
    for (int i = 0; i < cell.count; i++) {
      position(cell.cell, cell.positions[i]);
    }
  }

  /** Arrivals of {@code count} cells from one on. */
  int[] counts(int from, int count) {
    int[] all = new int[count];
    int place = Arrays.binarySearch(cells, 0, size, from);
    for (int i = place < 0 ? -place - 1 : place; i < size && cells[i] < from + count; i++) {
      all[cells[i] - from] = counts[i];
    }
    return all;
  }

  /**
   * The cascade over {@code durationNanos}, which no arrival is beyond.
   *
   * @param minCount arrivals that stand behind how the windows of a width split, 1 or more
   */
  public Cascade cascade(long durationNanos, int minCount) {
    Patterns all = new Patterns();
    all.merge(patterns);
    for (OpenCell cell : List.of(first, last)) {
      if (!cell.isEmpty()) {
        all.add(cell.cell, cell.positions, cell.count);
      }
    }
    int windows = Math.toIntExact(grid.windows(durationNanos));
    int perWindow = 1 << grid.levels();
    int[] counted = counts(0, windows * perWindow);
    int whole = Math.toIntExact(durationNanos / grid.rootNanos());
    List<Cascade.Silence> silences = ActiveCells.silences(counted, Math.max(4, perWindow / 4));
    int[] active = new ActiveCells(silences).of(0, counted.length);
    List<Cascade.Level> levels = new ArrayList<>();
    Halves halves = Halves.of(counted, active);
    for (int level = grid.levels() - 1; level >= 0; level--) {
      levels.add(0, LevelFit.of(halves, whole << level, grid.rootNanos() >> (level + 1), minCount));
      halves = halves.paired();
    }
    double[] roots = Arrays.stream(halves.counts()).asDoubleStream().toArray();
    double[] shares = shares(halves.actives(), durationNanos);
    double dispersion = Math.rint(1e3 * Envelope.dispersion(roots, shares)) / 1e3;
    return new Cascade(
        envelope(roots, shares, dispersion, durationNanos),
        silences,
        levels,
        all.byCount(),
        dispersion < 1 ? OptionalDouble.of(dispersion) : OptionalDouble.empty(),
        dispersion < 1 && silences.isEmpty() && levels.stream().noneMatch(CascadeFit::clusters)
            ? regularGaps()
            : Optional.empty());
  }

  private static boolean clusters(Cascade.Level level) {
    return level.rho() > 0;
  }

  private Optional<Marginal> regularGaps() {
    return spacing.regular() ? Optional.of(spacing.gaps()) : Optional.empty();
  }

  /** Of a whole root window that each lasts. */
  private double[] shares(long[] actives, long durationNanos) {
    double perWindow = 1 << grid.levels();
    // Less than a cell of a window says nothing of its rate.
    double[] shares = Arrays.stream(actives).mapToDouble(n -> Math.max(1, n) / perWindow).toArray();
    shares[shares.length - 1] = Math.min(last(durationNanos), shares[shares.length - 1]);
    return shares;
  }

  /** The last window's part of a whole one. */
  private double last(long durationNanos) {
    return Math.max(grid.lastShare(durationNanos), 1.0 / (1 << grid.levels()));
  }

  private List<Double> envelope(
      double[] counts, double[] shares, double dispersion, long durationNanos) {
    double[] envelope = Envelope.of(counts, shares, dispersion);
    envelope[envelope.length - 1] /= last(durationNanos);
    return Arrays.stream(envelope).map(mean -> Math.rint(mean * 1e3) / 1e3).boxed().toList();
  }
}
