package dev.facsimile.synth.whatif;

import dev.facsimile.trace.WorkloadRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** Adds up one number of each row, class by class. */
final class Sums implements Gauge {
  private final Value value;
  private final Function<Sums, List<Reading>> readings;
  private final Map<String, double[]> byClass = new TreeMap<>();

  /** The number of a row; absent where it has none. */
  @FunctionalInterface
  interface Value {
    OptionalDouble of(WorkloadRow row, OptionalLong gapNanos);
  }

  Sums(Value value, Function<Sums, List<Reading>> readings) {
    this.value = value;
    this.readings = readings;
  }

  @Override
  public void take(WorkloadRow row, OptionalLong gapNanos) {
    OptionalDouble number = value.of(row, gapNanos);
    if (number.isPresent()) {
      double[] sums =
          byClass.computeIfAbsent(Experiment.nameOf(row.request()), name -> new double[2]);
      sums[0]++;
      sums[1] += number.getAsDouble();
    }
  }

  @Override
  public List<Reading> readings() {
    return readings.apply(this);
  }

  /** Rows of a class, or of all. */
  double count(Optional<String> name) {
    return sum(name, 0);
  }

  /** The sum over a class, or over all. */
  double sum(Optional<String> name) {
    return sum(name, 1);
  }

  /** The mean over a class, or over all; 0 without a row. */
  double mean(Optional<String> name) {
    return count(name) == 0 ? 0 : sum(name) / count(name);
  }

  private double sum(Optional<String> name, int place) {
    return byClass.entrySet().stream()
        .filter(entry -> name.isEmpty() || name.get().equals(entry.getKey()))
        .mapToDouble(entry -> entry.getValue()[place])
        .sum();
  }
}
