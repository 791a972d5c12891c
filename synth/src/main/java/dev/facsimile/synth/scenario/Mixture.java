package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The mixture of distributions, in equal parts. */
final class Mixture {
  private static final double UNITS = 1e9;

  private Mixture() {}

  static Marginal of(List<Marginal> parts) {
    // As longs: a segment may end at the largest number.
    TreeSet<Long> edges = new TreeSet<>();
    for (Marginal part : parts) {
      for (Segment segment : part.segments()) {
        edges.add((long) segment.low());
        edges.add(segment.high() + 1L);
      }
    }
    List<Long> starts = List.copyOf(edges);
    double[] weights = new double[starts.size()];
    for (Marginal part : parts) {
      for (Segment segment : part.segments()) {
        double density = (double) segment.count() / part.total() / segment.width();
        int place = starts.indexOf((long) segment.low());
        for (int i = place; starts.get(i) <= segment.high(); i++) {
          weights[i] += density * (starts.get(i + 1) - starts.get(i));
        }
      }
    }
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i + 1 < starts.size(); i++) {
      long count = Math.round(weights[i] / parts.size() * UNITS);
      if (count > 0) {
        long high = starts.get(i + 1) - 1;
        segments.add(new Segment(starts.get(i).intValue(), (int) high, count));
      }
    }
    return new Marginal(segments);
  }
}
