package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * No prompt is longer than a context: what lay above is cut at its end, so that the cap is an atom.
 *
 * @param tokens the longest prompt
 */
record ContextCap(int tokens) implements WhatIf {

  static WhatIf read(Fields fields) {
    return new ContextCap((int) fields.number("tokens", 1, Integer.MAX_VALUE));
  }

  @Override
  public Experiment on(Experiment before) {
    return before
        .with(Models.withClasses(before.model(), this::capped))
        .with(before.course().withContextCap(tokens))
        .told(
            "No prompt has more than " + tokens + " tokens; longer ones are cut at the end.",
            "marginals",
            "tails",
            "joint",
            "class-joint",
            "sessions",
            "cache",
            "prefix-shape",
            "impact");
  }

  private ClassModel capped(ClassModel stratum) {
    LengthModel lengths = stratum.lengths();
    return Models.with(
        stratum,
        new LengthModel(
            Marginals.capped(lengths.input(), tokens),
            lengths.output(),
            lengths.copula(),
            lengths.drift()));
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    double atCap = 0;
    double starts = 0;
    for (ClassModel stratum : last.model().classes()) {
      Marginal input = stratum.lengths().input();
      Marginal.Segment top = input.segments().get(input.segments().size() - 1);
      boolean atom = top.low() == tokens && top.high() == tokens;
      atCap += atom ? stratum.sessionStarts() * (double) top.count() / input.total() : 0;
      starts += stratum.sessionStarts();
    }
    double share = starts == 0 ? 0 : atCap / starts;
    int[] longest = {0};
    return new Sums(
        (row, gap) -> {
          longest[0] = Math.max(longest[0], row.inputTokens());
          return gap.isPresent()
              ? OptionalDouble.empty()
              : OptionalDouble.of(row.inputTokens() == tokens ? 1 : 0);
        },
        sums ->
            List.of(
                new Gauge.Reading("longest prompt, at most", tokens, longest[0]),
                new Gauge.Reading(
                    "share of session starts at the cap", share, sums.mean(Optional.empty()))));
  }
}
