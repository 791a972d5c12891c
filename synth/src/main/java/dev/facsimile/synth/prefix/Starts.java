package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.NodeTimes;
import dev.facsimile.synth.model.PrefixReuse.StartsAt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws where in the trunk a prompt starts anew, as often as in the source at its time. */
final class Starts {
  private final int[] places;
  private final double[] counts;
  private final List<Optional<NodeTimes>> times;

  /** Counts of the whole source, summed. */
  private final double[] always;

  /** Those at one clock, summed. */
  private final double[] then;

  private int clock = -1;

  /**
   * Of these counts.
   *
   * @param times of some places; those without are asked for all the time
   */
  Starts(List<StartsAt> counts, List<NodeTimes> times) {
    Map<Integer, NodeTimes> byNode = new HashMap<>();
    times.forEach(node -> byNode.put(node.node(), node));
    places = counts.stream().mapToInt(StartsAt::node).toArray();
    this.counts = counts.stream().mapToDouble(StartsAt::count).toArray();
    this.times =
        times.isEmpty()
            ? List.of()
            : Arrays.stream(places).mapToObj(p -> Optional.ofNullable(byNode.get(p))).toList();
    always = this.counts.clone();
    Arrays.parallelPrefix(always, Double::sum);
    then = new double[always.length];
  }

  /**
   * A place.
   *
   * @param at the part of the source's time
   * @param uniform 0 to 1
   */
  int draw(int at, double uniform) {
    double[] cumulative = times.isEmpty() ? always : at(at);
    double target = uniform * cumulative[cumulative.length - 1];
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return places[low];
  }

  /** The counts at a time when nothing started are those of the whole source. */
  private double[] at(int now) {
    if (now != clock) {
      clock = now;
      double sum = 0;
      for (int i = 0; i < counts.length; i++) {
        double density =
            times.get(i).map(node -> node.density(now)).orElse(1.0 / PrefixReuse.CLOCKS);
        sum += counts[i] * density;
        then[i] = sum;
      }
    }
    return then[then.length - 1] > 0 ? then : always;
  }
}
