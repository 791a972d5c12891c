package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.AxisResult.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Arrivals below a minute: the distribution of the gaps, the autocorrelation of counts per second
 * at 1 and 10 s, the highest counts per second and per 10 s, and whether the other side's clock is
 * coarser than the source's. Its noise is that between random stretches of the source's time, see
 * {@link TimeSplits}: halves of the requests would have lost the gaps. A negligible difference does
 * not count where another is not.
 */
final class FineTimingAxis implements FidelityAxis {
  private static final long SECOND = 1_000_000_000L;
  private static final double NEGLIGIBLE = 0.03;
  private static final double NEGLIGIBLE_CORRELATION = 0.05;
  private static final double NEGLIGIBLE_PERCENT = 10;

  /**
   * The largest of many Poisson counts of mean m has a standard deviation of about √m ÷ 2; this is
   * how far apart two of them are in 19 of 20 cases, in √m. Stretches of one trace may all have the
   * same largest count, but two traces seldom do.
   */
  private static final double LARGEST_ERROR = 1.96 * Math.sqrt(0.5);

  /**
   * Counts of so small a part of a Poisson process' dispersion are even: what is left in them tells
   * how a constant rate falls on seconds, and so does its autocorrelation.
   */
  private static final double EVEN_DISPERSION = 0.1;

  /** One of the distances that make the axis. */
  private record Distance(Part part, Splits.Measured measured, boolean negligible) {}

  @Override
  public AxisId id() {
    return AxisId.FINE_TIMING;
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
    long tick = comparison.latticeNanos().orElse(1);
    if (span / TimeSplits.STRETCHES < 2 * tick) {
      return new AxisResult.NotJudged(
          id(),
          FidelityText.duration(span)
              + " of common time hold fewer than "
              + 2 * TimeSplits.STRETCHES
              + " ticks of the source's clock");
    }
    TimeSplits stretches = TimeSplits.of(comparison);
    StretchGaps gaps = new StretchGaps(comparison, stretches);
    if (!gaps.enough()) {
      return new AxisResult.NotJudged(
          id(), "fewer than " + Quantity.FEWEST + " gaps in the time that both sides have");
    }
    List<Distance> distances = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    distances.add(new Distance(gaps.part(), gaps.measured(), gaps.part().effect() <= NEGLIGIBLE));
    gaps.onCoarserClock()
        .ifPresent(
            clock ->
                distances.add(
                    new Distance(
                        clock.part(),
                        clock.measured(),
                        Math.abs(clock.difference()) <= NEGLIGIBLE)));
    addCounts(comparison, stretches, distances, notes);
    return judged(distances, notes);
  }

  private void addCounts(
      Comparison comparison, TimeSplits stretches, List<Distance> distances, List<String> notes) {
    long tick = comparison.latticeNanos().orElse(1);
    for (int seconds : new int[] {1, 10}) {
      long width = Math.max(1, Math.round((double) seconds * SECOND / tick)) * tick;
      boolean coarse = seconds * SECOND < 2 * tick;
      if (coarse || stretches.lengthNanos() / width < 1) {
        notes.add(
            "counts per "
                + seconds
                + " s are not judged: "
                + (coarse
                    ? "the source's clock ticks every " + BurstScales.text(tick)
                    : "the common time is too short"));
      } else {
        WindowCounts counts =
            WindowCounts.of(
                stretches,
                comparison.everySource().arrivalsIn(stretches.places()),
                comparison.everyOther().arrivalsIn(stretches.places()),
                width);
        if (seconds == 1) {
          addCorrelations(stretches, counts, width, distances, notes);
          distances.add(high("P99.9 of counts per " + BurstScales.text(width), stretches, counts));
        } else {
          distances.add(largest("largest count per " + BurstScales.text(width), stretches, counts));
        }
      }
    }
  }

  private static void addCorrelations(
      TimeSplits stretches,
      WindowCounts counts,
      long width,
      List<Distance> distances,
      List<String> notes) {
    if (counts.dispersion(WindowCounts.ofSource()) < EVEN_DISPERSION) {
      notes.add("the autocorrelation of counts is not judged: the source's are even");
      return;
    }
    for (int seconds : new int[] {1, 10}) {
      int lag = (int) Math.max(1, Math.round((double) seconds * SECOND / width));
      if (counts.windows() > lag) {
        distances.add(
            correlation(
                "autocorrelation of counts at " + BurstScales.text(lag * width),
                stretches,
                counts,
                lag));
      } else {
        notes.add("the autocorrelation at " + seconds + " s is not judged: too little time");
      }
    }
  }

  private static Distance correlation(
      String name, TimeSplits stretches, WindowCounts counts, int lag) {
    double source = counts.autocorrelation(WindowCounts.ofSource(), lag);
    double other = counts.autocorrelation(WindowCounts.ofOther(), lag);
    return new Distance(
        new Part(
            name,
            OptionalDouble.of(source),
            OptionalDouble.of(other),
            other - source,
            "correlation",
            0),
        stretches.measure(
            (first, second) ->
                Math.abs(counts.autocorrelation(first, lag) - counts.autocorrelation(second, lag))),
        Math.abs(other - source) <= NEGLIGIBLE_CORRELATION);
  }

  private static Distance high(String name, TimeSplits stretches, WindowCounts counts) {
    return extreme(
        name,
        counts.high(WindowCounts.ofSource()),
        counts.high(WindowCounts.ofOther()),
        stretches.measure((first, second) -> logRatio(counts.high(first), counts.high(second))));
  }

  private static Distance largest(String name, TimeSplits stretches, WindowCounts counts) {
    return extreme(
        name,
        counts.largest(WindowCounts.ofSource()),
        counts.largest(WindowCounts.ofOther()),
        stretches.measure(
            (first, second) -> logRatio(counts.largest(first), counts.largest(second))));
  }

  private static double logRatio(double first, double second) {
    return Math.abs(Math.log((first + 1) / (second + 1)));
  }

  private static Distance extreme(
      String name, double source, double other, Splits.Measured measured) {
    double percent = 100 * (other - source) / Math.max(1, source);
    return new Distance(
        new Part(name, OptionalDouble.of(source), OptionalDouble.of(other), percent, "%", 0),
        new Splits.Measured(
            atLeast(measured.noise(), LARGEST_ERROR / Math.sqrt(1 + source)),
            measured.value(),
            measured.rowsPerSide()),
        Math.abs(percent) <= NEGLIGIBLE_PERCENT);
  }

  private static double[] atLeast(double[] values, double least) {
    double[] raised = values.clone();
    for (int i = 0; i < raised.length; i++) {
      raised[i] = Math.max(least, raised[i]);
    }
    return raised;
  }

  private AxisResult judged(List<Distance> distances, List<String> notes) {
    boolean negligible = distances.stream().allMatch(Distance::negligible);
    boolean[] counts = new boolean[distances.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = negligible || !distances.get(i).negligible();
    }
    NoiseRatio noise =
        NoiseRatio.of(
            distances.stream().map(Distance::measured).toList(), counts, NoiseRatio.Growth.LINEAR);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < distances.size(); i++) {
      Part part = distances.get(i).part();
      parts.add(
          new Part(
              part.what(),
              part.source(),
              part.other(),
              part.effect(),
              part.unit(),
              noise.parts()[i]));
    }
    Part gaps = parts.get(0);
    notes.add(0, "worst: " + parts.get(noise.worst()).what());
    return new AxisResult.Judged(
        id(),
        gaps.effect(),
        "KS of the gaps",
        noise.ratio(),
        noise.nStar(),
        negligible,
        String.format(Locale.ROOT, "gaps KS %.3f", gaps.effect()),
        parts,
        notes);
  }
}
