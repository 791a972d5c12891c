package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.TrafficModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Prompts or answers so many times as long, class by class. Ranks stay, and with them how the two
 * lengths depend on each other; so does the share of a prompt that is a shared prefix.
 *
 * @param prompts whether prompts are meant; answers otherwise
 * @param factors by class
 */
record LengthScale(boolean prompts, ByClass<Double> factors) implements WhatIf {
  private static final double MOST = 1000;

  static WhatIf readInput(Fields fields) {
    return new LengthScale(true, factors(fields));
  }

  static WhatIf readOutput(Fields fields) {
    return new LengthScale(false, factors(fields));
  }

  private static ByClass<Double> factors(Fields fields) {
    return ByClass.of(fields, (name, text) -> fields.numberOf(name, text, 0.001, MOST));
  }

  private String option() {
    return prompts ? "input-scale" : "output-scale";
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return factors.mistakes(option(), before.model());
  }

  @Override
  public Experiment on(Experiment before) {
    TrafficModel changed = Models.withClasses(before.model(), this::scaled);
    List<Double> byNumber =
        before.model().classes().stream()
            .map(stratum -> factors.of(Experiment.nameOf(stratum)).orElse(1.0))
            .toList();
    changed =
        Models.withSessions(
            changed,
            sessions ->
                prompts
                    ? TurnLengths.prompts(sessions, byNumber)
                    : TurnLengths.answers(sessions, byNumber));
    return before
        .with(changed)
        .told(
            (prompts ? "Input" : "Output")
                + " tokens are so many times the source's: "
                + factors.shown()
                + ".",
            "marginals",
            "tails",
            "joint",
            "class-joint",
            "drift",
            "sessions",
            "cache",
            "prefix-shape",
            "impact");
  }

  private ClassModel scaled(ClassModel stratum) {
    Optional<Double> factor = factors.of(Experiment.nameOf(stratum));
    if (factor.isEmpty()) {
      return stratum;
    }
    LengthModel lengths = stratum.lengths();
    Marginal input = lengths.input();
    Marginal output = lengths.output();
    ClassModel changed =
        Models.with(
            stratum,
            new LengthModel(
                prompts ? Marginals.scaled(input, factor.get()) : input,
                prompts ? output : Marginals.scaled(output, factor.get()),
                lengths.copula(),
                lengths.drift()));
    return prompts && stratum.prefix().isPresent()
        ? Models.with(changed, scaled(stratum.prefix().get(), factor.get()))
        : changed;
  }

  /** Prompts of the new sizes continue as often and as deep as those of the old ones. */
  private static PrefixReuse scaled(PrefixReuse reuse, double factor) {
    List<PrefixReuse.SizeGroup> sizes = new ArrayList<>();
    int next = 0;
    for (PrefixReuse.SizeGroup group : reuse.sizes()) {
      int smallest = Math.max(next, (int) Math.rint(group.minBlocks() * factor));
      next = smallest + 1;
      List<PrefixReuse.Continuation> donors = new ArrayList<>();
      for (PrefixReuse.Continuation donor : group.donors()) {
        int blocks = Math.max(1, (int) Math.rint(donor.blocks() * factor));
        int matched = (int) Math.rint(donor.matched() * factor);
        donors.add(
            new PrefixReuse.Continuation(
                blocks,
                Math.max(1, Math.min(blocks, matched)),
                (int) Math.rint(donor.parentTail() * factor),
                donor.gapMillis()));
      }
      sizes.add(
          new PrefixReuse.SizeGroup(
              smallest, group.requests(), group.continuations(), donors, group.anew()));
    }
    return reuse.with(reuse.anew(), reuse.trunk(), sizes);
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    return new Sums(
        (row, gap) ->
            gap.isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(prompts ? row.inputTokens() : row.outputTokens()),
        sums ->
            factors.names(before.model()).stream()
                .map(
                    name ->
                        new Gauge.Reading(
                            "mean "
                                + (prompts ? "input" : "output")
                                + " tokens of session starts, class "
                                + name,
                            factors.of(name).orElseThrow() * mean(before.model(), name),
                            sums.mean(Optional.of(name))))
                .toList());
  }

  /** The mean over the session starts of a class. */
  private double mean(TrafficModel model, String name) {
    double sum = 0;
    double starts = 0;
    for (ClassModel stratum : model.classes()) {
      if (Experiment.nameOf(stratum).equals(name)) {
        Marginal marginal = prompts ? stratum.lengths().input() : stratum.lengths().output();
        sum += stratum.sessionStarts() * Marginals.mean(marginal);
        starts += stratum.sessionStarts();
      }
    }
    return starts == 0 ? 0 : sum / starts;
  }
}
