package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.Branching;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The gaps between turns, and the think times in them, are so many times as long.
 *
 * @param factor over 0
 */
record ThinkScale(double factor) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new ThinkScale(fields.number("factor", 0.001, 1000));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return before.model().sessions().isPresent()
        ? List.of()
        : List.of("think-scale needs sessions, and the model has none");
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(
            Models.withSessions(
                before.model(),
                sessions ->
                    new Branching(
                        sessions.turns(),
                        Marginals.scaled(sessions.gapMillis(), factor),
                        sessions.freshTokens(),
                        sessions.outputTokens(),
                        sessions.donors(),
                        sessions.answersKept())))
        .told(
            "Gaps between turns are " + factor + " times the source's.",
            "envelope",
            "burst",
            "fine-timing",
            "sessions",
            "cache",
            "prefix-shape",
            "impact");
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    double mean = Marginals.mean(before.model().sessions().orElseThrow().gapMillis()) / 1e3;
    return new Sums(
        (row, gap) ->
            gap.isPresent() ? OptionalDouble.of(gap.getAsLong() / 1e9) : OptionalDouble.empty(),
        sums ->
            List.of(
                new Gauge.Reading(
                    "mean gap between turns, s (the end of the workload cuts long ones)",
                    factor * mean,
                    sums.mean(Optional.empty()))));
  }
}
