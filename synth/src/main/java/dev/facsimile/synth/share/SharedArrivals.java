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
  static Cascade of(Cascade arrivals, TimeGrid grid, int minCount) {
    SharedArrivals shared = new SharedArrivals(arrivals, minCount);
    return new Cascade(
        shared.envelope(),
        shared.silences(Math.max(1, (1 << grid.levels()) / PARTS)),
        shared.levels(),
        Collections.emptySortedMap(),
        arrivals.dispersion(),
        Optional.empty());
  }

  /** Windows are joined until they have the count, and told by their mean. */
  private List<Double> envelope() {
    List<Double> source = arrivals.envelope();
    if (minCount == Integer.MAX_VALUE) {
      return Collections.nCopies(source.size(), 0.0);
    }
    List<Double> envelope = new ArrayList<>();
    int from = 0;
    double sum = 0;
    for (int window = 0; window < source.size(); window++) {
      sum += source.get(window);
      double rest = source.subList(window + 1, source.size()).stream().mapToDouble(x -> x).sum();
      boolean last = window == source.size() - 1;
      if (last || (sum >= minCount && rest >= minCount)) {
        double mean = Math.rint(sum / (window + 1 - from) * 1e2) / 1e2;
        envelope.addAll(Collections.nCopies(window + 1 - from, mean));
        from = window + 1;
        sum = 0;
      }
    }
    return envelope;
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
