package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.NodeTimes;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** When prompts start anew after each place of the trunk. Holds one number for each such prompt. */
final class TrunkTimes {
  /** Equal parts of the starts that places are compared over. */
  private static final int PARTS = 16;

  /** Turns of a session start alike: chance alone makes χ² this many times its freedom. */
  private static final double CHANCE = 4;

  private static final int FEWEST_IN_CELL = 8;
  private static final int MOST_CELLS = 32;

  private final LongSeries places = new LongSeries();
  private final LongSeries arrivals = new LongSeries();

  /** Counts a prompt, in order of arrival. */
  void add(int place, long arrivalNanos) {
    places.add(place);
    arrivals.add(arrivalNanos);
  }

  /**
   * The times of each place; empty where no place has times of its own.
   *
   * @param nodes places, the start of the prompt included
   */
  List<NodeTimes> times(int nodes, long durationNanos) {
    if (!change(nodes)) {
      return List.of();
    }
    LongSeries[] byPlace = new LongSeries[nodes];
    for (int i = 0; i < places.size(); i++) {
      int place = (int) places.get(i);
      byPlace[place] = byPlace[place] == null ? new LongSeries() : byPlace[place];
      byPlace[place].add(arrivals.get(i));
    }
    List<NodeTimes> times = new ArrayList<>();
    for (int place = 0; place < nodes; place++) {
      if (byPlace[place] != null) {
        times.add(new NodeTimes(place, cells(byPlace[place].toArray(), durationNanos)));
      }
    }
    return times;
  }

  private static List<Integer> cells(long[] ascending, long durationNanos) {
    int cells = Math.max(1, Math.min(MOST_CELLS, ascending.length / FEWEST_IN_CELL));
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i <= cells; i++) {
      int at = (int) Math.min(ascending.length - 1L, (long) i * ascending.length / cells);
      int clock = PrefixReuse.clockOf(ascending[at], durationNanos);
      ends.add(i == cells ? clock + 1 : clock);
    }
    return ends;
  }

  /** Pearson's χ² test of places against time. */
  private boolean change(int nodes) {
    int all = places.size();
    long[] byPlace = new long[nodes];
    long[][] counts = new long[nodes][PARTS];
    for (int i = 0; i < all; i++) {
      int place = (int) places.get(i);
      byPlace[place]++;
      counts[place][(int) ((long) i * PARTS / all)]++;
    }
    double sum = 0;
    int used = 0;
    for (int place = 0; place < nodes; place++) {
      double expected = (double) byPlace[place] / PARTS;
      if (expected >= 1) {
        used++;
        sum +=
            Arrays.stream(counts[place]).mapToDouble(n -> n - expected).map(d -> d * d).sum()
                / expected;
      }
    }
    return used > 1 && sum > CHANCE * (used - 1) * (PARTS - 1);
  }
}
