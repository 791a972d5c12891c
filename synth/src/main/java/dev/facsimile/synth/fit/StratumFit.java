package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CascadeFit;
import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.prefix.PrefixFit;
import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** Fits one class in two passes. */
final class StratumFit {
  private final Optional<String> requestClass;
  private final LengthCounts input = new LengthCounts();
  private final LengthCounts output = new LengthCounts();
  private final CascadeFit arrivals;
  private final MixFit mix = new MixFit();
  private final PrefixFit prefix = new PrefixFit();
  private boolean blocks;

  StratumFit(Optional<String> requestClass, TimeGrid grid) {
    this.requestClass = requestClass;
    this.arrivals = new CascadeFit(grid);
  }

  /** First pass: takes a request with both lengths. */
  void count(Request request, boolean global) {
    input.add(request.tokens().input().getAsInt());
    output.add(request.tokens().output().getAsInt());
    arrivals.add(request.arrivalNanos());
    mix.add(request);
    blocks |= request.prefixBlocks().isPresent();
    // Within one tenant or session an id says nothing of what the whole class shares.
    if (global && request.prefixBlocks().isPresent()) {
      prefix.visit(request.prefixBlocks().get());
    }
  }

  LengthCounts input() {
    return input;
  }

  LengthCounts output() {
    return output;
  }

  /** Ends the first pass. */
  SecondPass secondPass() {
    prefix.closeTrunk();
    return new SecondPass();
  }

  /** The second pass, with the marginals known. */
  final class SecondPass {
    private final Marginal inputMarginal = MarginalFit.of(input);
    private final Marginal outputMarginal = MarginalFit.of(output);
    private final Quantiles inputRanks = new Quantiles(inputMarginal);
    private final Quantiles outputRanks = new Quantiles(outputMarginal);
    private final CheckerboardFit copula = new CheckerboardFit(input.total());
    private final UniformRandomProvider random =
        new SeededStreams(0).stream("fit/ranks/" + requestClass.orElse(""));

    /** Takes the request again. */
    void rank(Request request) {
      copula.add(
          inputRanks.rank(request.tokens().input().getAsInt(), random.nextDouble()),
          outputRanks.rank(request.tokens().output().getAsInt(), random.nextDouble()));
    }

    /** Takes the request again, with its match. */
    void match(Request request, PrefixMatcher.Match match) {
      prefix.match(request.prefixBlocks().orElseThrow(), match);
    }

    ClassModel model(long durationNanos) {
      return new ClassModel(
          requestClass,
          input.total(),
          new LengthModel(inputMarginal, outputMarginal, copula.copula()),
          arrivals.cascade(durationNanos),
          mix.mix(),
          blocks ? Optional.of(prefix.reuse()) : Optional.empty());
    }
  }
}
