package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Which lengths come when, overall and in each class: the {@link JointDistance} with the time of
 * arrival as a third column. It sees rows in another order on the same arrivals, which no
 * distribution of lengths or of gaps does, and load that comes at another time.
 */
final class DriftAxis implements FidelityAxis {
  /** What makes the standard deviation of an even spread over [0, 1] equal to 1. */
  private static final double EVEN_SPREAD = Math.sqrt(12);

  /** Windows of the source's time in which mean lengths are compared. */
  private static final int[] WINDOWS = {8, 32};

  private static final int FEWEST_IN_WINDOW = 10;

  /** Parts of the source's time that are told apart. */
  private static final int PARTS = 1 << 24;

  @Override
  public AxisId id() {
    return AxisId.DRIFT;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    OptionalLong declared = whole.target().durationNanos();
    // A side that was asked to be shorter is compared with as much of the source; one that was
    // asked to be longer goes through the source's time again.
    Comparison comparison =
        declared.isPresent() ? whole.until(Math.max(1, declared.getAsLong())) : whole;
    if (comparison.tooSmall().isPresent()) {
      return new AxisResult.NotJudged(id(), comparison.tooSmall().get());
    }
    if (comparison.source().spanNanos() == 0) {
      return new AxisResult.NotJudged(id(), "all requests of the source arrive at once");
    }
    List<String> names = new ArrayList<>(List.of("all requests"));
    List<Comparison> comparisons = new ArrayList<>(List.of(comparison));
    for (Comparison.OfClass each : comparison.classes()) {
      if (each.comparison().tooSmall().isEmpty()) {
        names.add("class " + each.name());
        comparisons.add(each.comparison());
      }
    }
    return judged(names, comparisons, comparison.source().spanNanos());
  }

  private static double[] times(Splits splits, long[] source, long[] other, long period) {
    int[] sourceParts = parts(source, period);
    int[] pooled = splits.pooled(sourceParts, parts(other, period));
    double[] times = new double[pooled.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = pooled[i] / (double) PARTS;
    }
    return times;
  }

  private static int[] parts(long[] arrivals, long period) {
    return LongStream.of(arrivals)
        .mapToInt(time -> (int) Math.min(Integer.MAX_VALUE, (double) time / period * PARTS))
        .toArray();
  }

  private static double[] times(Comparison comparison, long period) {
    long[] other = comparison.other().arrivals();
    if (comparison.target().durationNanos().isPresent()) {
      other = LongStream.of(other).map(time -> time % (period + 1)).toArray();
    }
    return times(comparison.splits(), comparison.source().arrivals(), other, period);
  }

  private AxisResult judged(List<String> scopes, List<Comparison> comparisons, long period) {
    List<String> names = new ArrayList<>();
    List<JointDistance> distances = new ArrayList<>();
    for (int i = 0; i < scopes.size(); i++) {
      Comparison comparison = comparisons.get(i);
      double[] times = times(comparison, period);
      double[] spread = Arrays.stream(times).map(time -> time * EVEN_SPREAD).toArray();
      names.add(scopes.get(i));
      distances.add(JointDistance.of(comparison, spread));
      for (int windows : WINDOWS) {
        if (comparison.splits().rowsPerSide() >= FEWEST_IN_WINDOW * windows) {
          names.add(scopes.get(i) + ", mean lengths in " + windows + " windows");
          distances.add(
              new JointDistance(
                  new WindowMeans(comparison, times, windows).measured(), WindowMeans.SPREAD));
        }
      }
    }
    boolean goesRound = comparisons.get(0).target().durationNanos().isPresent();
    return WorstJoint.judged(
        id(),
        names,
        distances,
        names.size() > 1,
        goesRound
            ? List.of("the other side's declared duration goes round the source's time")
            : List.of());
  }
}
