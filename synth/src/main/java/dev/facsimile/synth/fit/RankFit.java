package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** Fits how the two lengths of a class depend on each other, with their marginals known. */
final class RankFit {
  private final String stream;
  private final Marginal input;
  private final Marginal output;
  private final Ranks inputRanks;
  private final Ranks outputRanks;
  private final CheckerboardFit copula;

  RankFit(String name, LengthCounts inputCounts, LengthCounts outputCounts) {
    stream = "fit/ranks/" + name;
    input = MarginalFit.of(inputCounts);
    output = MarginalFit.of(outputCounts);
    inputRanks = Ranks.of(input);
    outputRanks = Ranks.of(output);
    copula =
        new CheckerboardFit(inputCounts.total(), new SeededStreams(0).stream("fit/cells/" + name));
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

  /**
   * Consecutive requests, to be merged in order of arrival: each one's cell of the copula and its
   * time. Holds ten bytes a request.
   */
  final class Part {
    private final UniformRandomProvider random;
    private short[] cells = new short[1024];
    private long[] millis = new long[1024];
    private int size;

    private Part(long before) {
      random = new SeededStreams(0).streamFrom(stream, 2 * before);
    }

    /** Takes a request, in order of arrival. */
    void add(long arrivalNanos, int inputTokens, int outputTokens) {
      if (size == cells.length) {
        cells = Arrays.copyOf(cells, 2 * size);
        millis = Arrays.copyOf(millis, 2 * size);
      }
      double inputRank = inputRanks.rank(inputTokens, random.nextDouble());
      double outputRank = outputRanks.rank(outputTokens, random.nextDouble());
      cells[size] = (short) copula.cell(inputRank, outputRank);
      millis[size++] = CheckerboardFit.millis(arrivalNanos);
    }
  }

  /** A part before which there are so many requests; parts may be filled on any thread. */
  Part part(long before) {
    return new Part(before);
  }

  /** Takes the next part. */
  void merge(Part part) {
    for (int i = 0; i < part.size; i++) {
      copula.add(part.cells[i], part.millis[i]);
    }
  }

  LengthModel lengths() {
    CheckerboardFit.Told told = copula.told();
    return new LengthModel(input, output, told.copula(), told.drift());
  }
}
