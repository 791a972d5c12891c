package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.LengthSampler;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.trace.random.SeededStreams;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * How well a class's model redraws the lengths that its sessions start with: the Kolmogorov–Smirnov
 * distance, largest difference of the distribution functions, between the source and one sample of
 * its size, or of 200,000.
 *
 * @param label the class
 * @param drawn size of the sample: that of the source, at most 200,000
 * @param inputDistance of input tokens
 * @param outputDistance of output tokens
 */
public record Goodness(String label, int drawn, double inputDistance, double outputDistance) {
  private static final int MOST = 200_000;

  static Goodness of(ClassModel model, LengthCounts input, LengthCounts output) {
    int rows = (int) Math.min(MOST, model.sessionStarts());
    LengthSampler.Pairs pairs =
        new LengthSampler(model.lengths().overAllTime())
            .draw(rows, 0.5, OptionalInt.empty(), new SeededStreams(0).stream("fit/goodness"));
    return new Goodness(
        model.label(), rows, distance(input, pairs.input()), distance(output, pairs.output()));
  }

  /**
   * The 95th percentile of the same distance between two random halves of the source, 1.36 · √(4 /
   * n) for a continuous distribution (Kolmogorov).
   */
  public double halvesNoise() {
    return 1.36 * Math.sqrt(4.0 / drawn);
  }

  private static double distance(LengthCounts source, int[] drawn) {
    LengthCounts sample = new LengthCounts();
    for (int tokens : drawn) {
      sample.add(tokens);
    }
    SortedMap<Integer, Long> sourceCounts = source.counts();
    SortedMap<Integer, Long> sampleCounts = sample.counts();
    TreeSet<Integer> numbers = new TreeSet<>(sourceCounts.keySet());
    numbers.addAll(sampleCounts.keySet());
    double largest = 0;
    long sourceSum = 0;
    long sampleSum = 0;
    for (int tokens : numbers) {
      sourceSum += sourceCounts.getOrDefault(tokens, 0L);
      sampleSum += sampleCounts.getOrDefault(tokens, 0L);
      double difference = (double) sourceSum / source.total() - (double) sampleSum / sample.total();
      largest = Math.max(largest, Math.abs(difference));
    }
    return largest;
  }
}
