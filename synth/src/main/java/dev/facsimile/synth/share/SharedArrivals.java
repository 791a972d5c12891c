package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.Cascade.Silence;
import dev.facsimile.synth.model.TimeGrid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The arrivals of a class with a minimum count behind every number. */
final class SharedArrivals {
  /** So many windows or more stand behind a rho by size. */
  private static final int WINDOWS_OF_RHO = 12;

  /** Ends of silences are told in such parts of a root window. */
  private static final int PARTS = 16;

  private final Cascade arrivals;
  private final int minCount;

  private SharedArrivals(Cascade arrivals, int minCount) {
    this.arrivals = arrivals;
    this.minCount = minCount;
  }

  /** Of a cascade that needs no patterns, because its cells are small. */
  static Cascade of(Cascade arrivals, TimeGrid grid, long durationNanos, int minCount) {
    SharedArrivals shared = new SharedArrivals(arrivals, minCount);
    return new Cascade(
        shared.envelope(grid.lastShare(durationNanos)),
        shared.silences(Math.max(1, (1 << grid.levels()) / PARTS)),
        shared.levels(),
        Collections.emptySortedMap(),
        arrivals.dispersion(),
        Optional.empty());
  }

  private List<Double> envelope(double lastShare) {
    List<Double> source = arrivals.envelope();
    return minCount == Integer.MAX_VALUE
        ? Collections.nCopies(source.size(), 0.0)
        : SharedEnvelope.of(source, lastShare, minCount);
  }

  /** Silences shrink inwards to whole parts. */
  private List<Silence> silences(int part) {
    List<Silence> silences = new ArrayList<>();
    for (Silence silence : arrivals.silences()) {
      int from = (silence.firstCell() + part - 1) / part * part;
      int to = (silence.firstCell() + silence.cells()) / part * part;
      if (to > from) {
        silences.add(new Silence(from, to - from));
      }
    }
    return silences;
  }

  private List<Cascade.Level> levels() {
    return minCount <= WINDOWS_OF_RHO
        ? arrivals.levels()
        : arrivals.levels().stream()
            .map(
                level ->
                    new Cascade.Level(
                        level.childNanos(),
                        level.lean(),
                        level.rho(),
                        Collections.emptySortedMap()))
            .toList();
  }
}
