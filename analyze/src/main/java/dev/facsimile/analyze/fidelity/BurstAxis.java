package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.BurstScale.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Burstiness at every time scale: index of dispersion and Allan factor of the counts per window,
 * over the time that both sides have, overall and within each class. The noise is the jackknife's
 * standard error of the source, and never less than what two Poisson processes differ by. Where any
 * measure is off by more than the negligible, those that are not do not count.
 */
final class BurstAxis implements FidelityAxis {
  private static final String UNIT = "octaves";
  private static final double NEGLIGIBLE_OCTAVES = 0.3;

  private static final double MOST_REGULAR = 1.0 / 16;

  private static final double CONFIDENCE = 0.95;

  /**
   * One measure of one class at one width; {@code error} is the source's standard error, {@code
   * rateFactor} the declared rate ÷ the source's.
   */
  private record Point(
      String scope,
      BurstScale scale,
      double source,
      double other,
      double error,
      double rateFactor) {

    /**
     * How far the other side is off, in log2. More users of the same kind leave the measure v as it
     * is where they are independent of each other, and make it 1 + factor · (v − 1) where they have
     * a common cause: at another rate, anything between is right.
     */
    double octaves() {
      double common =
          Math.log(Math.max(MOST_REGULAR, 1 + rateFactor * (Math.pow(2, source) - 1)))
              / Math.log(2);
      double low = Math.min(source, common);
      double high = Math.max(source, common);
      return other < low ? other - low : Math.max(0, other - high);
    }

    String what() {
      return scope + scale.measure() + " " + BurstScales.text(scale.widthNanos());
    }

    boolean negligible() {
      return Math.abs(octaves()) <= NEGLIGIBLE_OCTAVES;
    }

    double noiseRatio(double standardErrors) {
      return Math.abs(octaves()) / (standardErrors * error);
    }

    AxisResult.Part part(double standardErrors) {
      return new AxisResult.Part(
          what(),
          OptionalDouble.of(Math.pow(2, source)),
          OptionalDouble.of(Math.pow(2, other)),
          octaves(),
          UNIT,
          noiseRatio(standardErrors));
    }
  }

  @Override
  public AxisId id() {
    return AxisId.BURST;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public boolean needsSplits() {
    return false;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    long span = comparison.commonSpanNanos();
    OptionalLong lattice = comparison.latticeNanos();
    BurstScales scales = BurstScales.of(span, lattice);
    if (scales.widthsNanos().isEmpty() || span / BurstScale.BLOCKS < lattice.orElse(1)) {
      return new AxisResult.NotJudged(
          id(), scales.leftOut().stream().findFirst().orElse("the common time is too short"));
    }
    EveryRequest source = comparison.everySource();
    EveryRequest other = comparison.everyOther();
    List<Point> points =
        new ArrayList<>(points("", comparison, source::counts, other::counts, scales));
    for (String name : comparison.classNames()) {
      points.addAll(
          points(name + " ", comparison, source.countsOf(name), other.countsOf(name), scales));
    }
    return judged(points, scales, source.rows());
  }

  private static List<Point> points(
      String scope,
      Comparison comparison,
      Supplier<ArrivalCounts> source,
      Supplier<ArrivalCounts> other,
      BurstScales scales) {
    long span = comparison.commonSpanNanos();
    return scales.widthsNanos().stream()
        .flatMap(
            width ->
                List.of(Measure.values()).stream()
                    .map(measure -> new BurstScale(measure, width, span)))
        .parallel()
        .map(
            scale ->
                new Point(
                    scope,
                    scale,
                    scale.log2(source.get()),
                    scale.log2(other.get()),
                    Math.max(
                        scale.leastError(),
                        scale.standardError(source.get(), comparison.latticeNanos().orElse(1))),
                    comparison.target().rateFactor().orElse(1)))
        .toList();
  }

  /**
   * What the largest of {@code count} normal errors stays below in 19 of 20 cases, in standard
   * errors (Šidák): looking at more scales does not by itself raise the ratio.
   */
  private static double largestOf(int count) {
    double each = Math.pow(CONFIDENCE, 1.0 / count);
    return new NormalDistribution(null, 0, 1).inverseCumulativeProbability(0.5 + each / 2);
  }

  private AxisResult judged(List<Point> points, BurstScales scales, long rows) {
    boolean negligible = points.stream().allMatch(Point::negligible);
    double standardErrors = largestOf(points.size());
    Point worst =
        points.stream()
            .filter(point -> negligible || !point.negligible())
            .max(Comparator.comparingDouble(point -> point.noiseRatio(standardErrors)))
            .orElseThrow();
    Point largest =
        points.stream().max(Comparator.comparingDouble(p -> Math.abs(p.octaves()))).orElseThrow();
    double errors = worst.octaves() / worst.error();
    List<String> notes = new ArrayList<>();
    notes.add(String.format(Locale.ROOT, "worst: %s %+.2f oct", worst.what(), worst.octaves()));
    notes.addAll(scales.leftOut());
    return new AxisResult.Judged(
        id(),
        largest.octaves(),
        UNIT,
        worst.noiseRatio(standardErrors),
        errors == 0 ? OptionalDouble.empty() : OptionalDouble.of(rows / (errors * errors)),
        negligible,
        "IDC " + indices(points, true) + " vs " + indices(points, false),
        points.stream().map(point -> point.part(standardErrors)).toList(),
        notes);
  }

  private static String indices(List<Point> points, boolean source) {
    return points.stream()
        .filter(point -> point.scope().isEmpty() && point.scale().measure() == Measure.IDC)
        .map(point -> Math.pow(2, source ? point.source() : point.other()))
        .map(BurstAxis::shortText)
        .collect(Collectors.joining("/"));
  }

  /** Two to three digits, thousands as k. */
  private static String shortText(double value) {
    double shown = value < 999.5 ? value : value / 1000;
    return String.format(Locale.ROOT, shown < 9.95 ? "%.1f" : "%.0f", shown)
        + (value < 999.5 ? "" : "k");
  }
}
