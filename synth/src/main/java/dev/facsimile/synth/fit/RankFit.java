package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.length.TimeSteps;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.trace.random.SeededStreams;
import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Fits how the two lengths of a class depend on each other, with their marginals known. It can be
 * sent to where parts are counted; what was counted stays behind.
 */
final class RankFit implements Serializable {
  private static final long serialVersionUID = 1;

  private final String name;
  private final LengthCounts inputCounts;
  private final LengthCounts outputCounts;

  /** Where stretches of time end. */
  private final long[] ends;

  private final transient Marginal input;
  private final transient Marginal output;
  private final transient Ranks inputRanks;
  private final transient Ranks outputRanks;
  private final transient CheckerboardFit copula;

  /**
   * Of these lengths.
   *
   * @param steps of the requests that will be counted
   */
  RankFit(String name, LengthCounts inputCounts, LengthCounts outputCounts, TimeSteps steps) {
    this(name, inputCounts, outputCounts, CheckerboardFit.ends(inputCounts.total(), steps));
  }

  private RankFit(String name, LengthCounts inputCounts, LengthCounts outputCounts, long[] ends) {
    this.name = name;
    this.inputCounts = inputCounts;
    this.outputCounts = outputCounts;
    this.ends = ends;
    input = MarginalFit.of(inputCounts);
    output = MarginalFit.of(outputCounts);
    inputRanks = Ranks.of(input);
    outputRanks = Ranks.of(output);
    copula =
        new CheckerboardFit(
            inputCounts.total(), ends, new SeededStreams(0).stream("fit/cells/" + name));
  }

  private Object readResolve() {
    return new RankFit(name, inputCounts, outputCounts, ends);
  }

  /**
   * Ranks of token numbers.
   *
   * @param below the shares of requests below the numbers that most have
   * @param quantiles tells those of the others
   */
  private record Ranks(double[] below, Quantiles quantiles) {
    private static final int LOOKED_UP = 1 << 17;

    static Ranks of(Marginal marginal) {
      Quantiles quantiles = new Quantiles(marginal);
      return new Ranks(quantiles.allBelow(LOOKED_UP), quantiles);
    }

    double rank(int tokens, double v) {
      if (tokens >= below.length - 1) {
        return quantiles.rank(tokens, v);
      }
      double from = below[tokens];
      return from + v * (below[tokens + 1] - from);
    }
  }

  /** Consecutive requests, in order of arrival. */
  final class Part {
    private final UniformRandomProvider random;
    private final CheckerboardFit.Part cells;

    private Part(long before) {
      random = new SeededStreams(0).streamFrom("fit/ranks/" + name, 2 * before);
      cells = copula.part(before);
    }

    /** Takes a request. */
    void add(long arrivalNanos, int inputTokens, int outputTokens) {
      double inputRank = inputRanks.rank(inputTokens, random.nextDouble());
      double outputRank = outputRanks.rank(outputTokens, random.nextDouble());
      cells.add(inputRank, outputRank, CheckerboardFit.millis(arrivalNanos));
    }

    CheckerboardFit.Counts counts() {
      return cells.counts();
    }
  }

  /** A part before which there are so many requests; parts may be filled on any thread. */
  Part part(long before) {
    return new Part(before);
  }

  /** Takes what was counted in the next part. */
  void merge(CheckerboardFit.Counts part) {
    copula.merge(part);
  }

  LengthModel lengths() {
    CheckerboardFit.Told told = copula.told();
    return new LengthModel(input, output, told.copula(), told.drift());
  }
}
