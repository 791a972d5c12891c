package dev.facsimile.synth.privacy;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/** Fits one class in two passes. What leaves it was told by {@link Noise} first. */
final class PrivateClass {
  private final Optional<String> requestClass;
  private final PrivacyBudget budget;
  private final Noise noise;
  private final LengthCounts input = new LengthCounts();
  private final LengthCounts output = new LengthCounts();
  private final PrivateArrivals arrivals;

  /** Streamed or not or not told, times cacheable or not or not told. */
  private final long[][] fields = new long[3][3];

  // Where in its atom a rank lies is not part of what is told, so any source does.
  private final UniformRandomProvider within = new SeededStreams(0).stream("fit/ranks");
  private Optional<Ranks> ranks = Optional.empty();

  /** What the first pass has told. */
  private record Ranks(
      Marginal input,
      Marginal output,
      Quantiles inputRanks,
      Quantiles outputRanks,
      PrivateCopula copula) {

    double requests() {
      return (input.total() + output.total()) / 2.0;
    }
  }

  PrivateClass(
      Optional<String> requestClass,
      PrivacyBudget budget,
      Noise noise,
      TimeGrid grid,
      long durationNanos) {
    this.requestClass = requestClass;
    this.budget = budget;
    this.noise = noise;
    this.arrivals = new PrivateArrivals(grid, durationNanos);
  }

  /** First pass: takes a request. */
  void count(Request request) {
    input.add(request.tokens().input().getAsInt());
    output.add(request.tokens().output().getAsInt());
    arrivals.add(request.arrivalNanos());
    fields[place(request.streaming())][place(request.cacheEligible())]++;
  }

  private static int place(Optional<Boolean> flag) {
    return flag.map(on -> on ? 2 : 1).orElse(0);
  }

  private static Optional<Boolean> flag(int place) {
    return place == 0 ? Optional.empty() : Optional.of(place == 2);
  }

  /** Ends the first pass. */
  void closeCounts() {
    Marginal in = PrivateMarginal.of(input, budget.of(PrivacyBudget.Part.INPUT), noise);
    Marginal out = PrivateMarginal.of(output, budget.of(PrivacyBudget.Part.OUTPUT), noise);
    double rows = (in.total() + out.total()) / 2.0;
    ranks =
        Optional.of(
            new Ranks(
                in,
                out,
                new Quantiles(in),
                new Quantiles(out),
                new PrivateCopula(rows, budget.of(PrivacyBudget.Part.JOINT))));
  }

  /** Second pass: takes a request. */
  void rank(Request request) {
    Ranks known = ranks.orElseThrow();
    known
        .copula()
        .add(
            known.inputRanks().rank(request.tokens().input().getAsInt(), within.nextDouble()),
            known.outputRanks().rank(request.tokens().output().getAsInt(), within.nextDouble()));
  }

  /** About how many requests there are, by what was told. */
  double requests() {
    return ranks.orElseThrow().requests();
  }

  ClassModel model(long durationNanos) {
    Ranks known = ranks.orElseThrow();
    Cascade cascade =
        arrivals.cascade(
            durationNanos,
            budget.of(PrivacyBudget.Part.RATE),
            budget.of(PrivacyBudget.Part.BURSTS),
            known.requests(),
            noise);
    long requests = Math.max(1, Math.round(known.requests()));
    return new ClassModel(
        requestClass,
        Optional.empty(),
        requests,
        OptionalLong.of(requests),
        new LengthModel(
            known.input(),
            known.output(),
            known.copula().copula(budget.of(PrivacyBudget.Part.JOINT), noise),
            List.of()),
        cascade,
        mix(),
        Optional.empty(),
        Optional.empty());
  }

  private Mix mix() {
    TreeMap<Long, Mix.Combination> told = new TreeMap<>();
    List<Mix.Combination> combinations = new ArrayList<>();
    double epsilon = budget.of(PrivacyBudget.Part.FIELDS);
    for (int streaming = 0; streaming < fields.length; streaming++) {
      for (int eligible = 0; eligible < fields.length; eligible++) {
        long count = noise.added(fields[streaming][eligible], epsilon, 1);
        Mix.Combination combination =
            new Mix.Combination(
                Math.max(1, count),
                Origin.UNKNOWN,
                flag(streaming),
                flag(eligible),
                OptionalInt.empty());
        told.put(count, combination);
        // As likely as one in a hundred in noise alone.
        if (count > StrictMath.log(100) / epsilon) {
          combinations.add(combination);
        }
      }
    }
    return new Mix(combinations.isEmpty() ? List.of(told.lastEntry().getValue()) : combinations);
  }
}
