package dev.facsimile.synth.length;

import dev.facsimile.synth.model.LengthModel;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Draws pairs of lengths, a block of rows at a time: cells of the copula by systematic resampling
 * along a Hilbert curve (one uniform offset for the whole block), then both ranks spread evenly by
 * their order (a Latin hypercube sample), then quantiles. At equal size the drawn joint
 * distribution is several times nearer to the model than independent draws are.
 */
public final class LengthSampler {
  private static final int INDEX_BITS = 24;

  private final Quantiles input;
  private final Quantiles output;
  private final int size;

  /** Cells along the curve, as {@code x · size + y}. */
  private final int[] curve;

  /** Cell counts summed along the curve. */
  private final long[] cumulative;

  /** Of this model. */
  public LengthSampler(LengthModel model) {
    input = new Quantiles(model.input());
    output = new Quantiles(model.output());
    size = model.copula().size();
    curve = new int[size * size];
    cumulative = new long[size * size];
    List<List<Long>> counts = model.copula().counts();
    long sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      curve[i] = HilbertCurve.cell(size, i);
      sum += counts.get(curve[i] / size).get(curve[i] % size);
      cumulative[i] = sum;
    }
  }

  /**
   * A block of pairs, in random order.
   *
   * @param input tokens of the prompts
   * @param output tokens of the answers
   */
  public record Pairs(int[] input, int[] output) {}

  /**
   * Draws {@code rows} pairs, at most 2<sup>24</sup>.
   *
   * @param offset the block's offset of the systematic sample, in [0, 1)
   */
  public Pairs draw(int rows, double offset, UniformRandomProvider random) {
    double[] inputRanks = new double[rows];
    double[] outputRanks = new double[rows];
    int[] order = PermutationSampler.natural(rows);
    PermutationSampler.shuffle(random, order);
    double total = cumulative[cumulative.length - 1];
    int position = 0;
    for (int i = 0; i < rows; i++) {
      double target = (i + offset) / rows * total;
      while (cumulative[position] <= target && position < cumulative.length - 1) {
        position++;
      }
      int cell = curve[position];
      inputRanks[order[i]] = (cell / size + random.nextDouble()) / size;
      outputRanks[order[i]] = (cell % size + random.nextDouble()) / size;
    }
    return new Pairs(lengths(inputRanks, input, random), lengths(outputRanks, output, random));
  }

  /** Replaces each rank by an even one in the same order, and that by its quantile. */
  private static int[] lengths(double[] ranks, Quantiles quantiles, UniformRandomProvider random) {
    int rows = ranks.length;
    long[] keys = new long[rows];
    for (int i = 0; i < rows; i++) {
      keys[i] = (long) (ranks[i] * (1L << (62 - INDEX_BITS))) << INDEX_BITS | i;
    }
    Arrays.sort(keys);
    int[] lengths = new int[rows];
    for (int rank = 0; rank < rows; rank++) {
      int row = (int) (keys[rank] & ((1 << INDEX_BITS) - 1));
      lengths[row] = quantiles.at((rank + random.nextDouble()) / rows);
    }
    return lengths;
  }
}
