package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import org.apache.commons.rng.UniformRandomProvider;

/** Fits how the two lengths of a class depend on each other, with their marginals known. */
final class RankFit {
  private final Marginal input;
  private final Marginal output;
  private final Quantiles inputRanks;
  private final Quantiles outputRanks;
  private final CheckerboardFit copula;
  private final UniformRandomProvider random;

  RankFit(String name, LengthCounts inputCounts, LengthCounts outputCounts) {
    input = MarginalFit.of(inputCounts);
    output = MarginalFit.of(outputCounts);
    inputRanks = new Quantiles(input);
    outputRanks = new Quantiles(output);
    copula = new CheckerboardFit(inputCounts.total());
    random = new SeededStreams(0).stream("fit/ranks/" + name);
  }

  /** Takes a request, in order of arrival. */
  void add(Request request) {
    copula.add(
        inputRanks.rank(request.tokens().input().getAsInt(), random.nextDouble()),
        outputRanks.rank(request.tokens().output().getAsInt(), random.nextDouble()),
        request.arrivalNanos());
  }

  LengthModel lengths() {
    return new LengthModel(input, output, copula.copula(), copula.drift());
  }
}
