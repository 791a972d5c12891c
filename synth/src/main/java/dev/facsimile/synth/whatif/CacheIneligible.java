package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A share of a class's session starts must not be served from a prefix cache, nor their later turns
 * of the class: no block of theirs is another's.
 *
 * @param shares by class
 */
record CacheIneligible(ByClass<Double> shares) implements WhatIf {
  /** Counts are multiplied by it, so that small ones can be split. */
  private static final double PARTS = 1_000_000;

  static WhatIf read(Fields fields) {
    return new CacheIneligible(
        ByClass.of(fields, (name, text) -> fields.numberOf(name, text, 0, 1)));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return shares.mistakes("cache-ineligible", before.model());
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(Models.withClasses(before.model(), this::split))
        .told(
            "A share of the requests must not be served from a cache, by class: "
                + shares.shown()
                + ".",
            "cache",
            "prefix-shape",
            "impact");
  }

  private ClassModel split(ClassModel stratum) {
    Optional<Double> share = shares.of(Experiment.nameOf(stratum));
    if (share.isEmpty()) {
      return stratum;
    }
    List<Mix.Combination> combinations = new ArrayList<>();
    for (Mix.Combination known : stratum.mix().combinations()) {
      add(combinations, known, Math.round(known.count() * PARTS * (1 - share.get())), true);
      add(combinations, known, Math.round(known.count() * PARTS * share.get()), false);
    }
    return Models.with(stratum, new Mix(combinations));
  }

  private static void add(
      List<Mix.Combination> combinations, Mix.Combination known, long count, boolean eligible) {
    if (count > 0) {
      combinations.add(
          new Mix.Combination(
              count,
              known.origin(),
              known.streaming(),
              Optional.of(eligible),
              known.maxOutputTokens()));
    }
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return new Sums(
        (row, gap) ->
            gap.isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(row.request().cacheEligible().orElse(true) ? 0 : 1),
        sums ->
            shares.names(before.model()).stream()
                .map(
                    name ->
                        new Gauge.Reading(
                            "share of session starts that no cache may serve, class " + name,
                            shares.of(name).orElseThrow(),
                            sums.mean(Optional.of(name))))
                .toList());
  }
}
