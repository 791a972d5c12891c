package dev.facsimile.synth.length;

import dev.facsimile.synth.model.LengthDrift;
import dev.facsimile.synth.model.LengthModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Draws pairs of lengths, a block of rows at a time: cells of the copula by systematic resampling
 * along a Hilbert curve (one uniform offset for the whole block), then the ranks of each row and
 * column of cells spread evenly over it by their order (a Latin hypercube sample), then quantiles.
 * At equal size the drawn joint distribution is several times nearer to the model than independent
 * draws are.
 */
public final class LengthSampler {
  private static final int INDEX_BITS = 24;
  private static final int CELL_BITS = 8;
  private static final int FRACTION_BITS = 63 - CELL_BITS - INDEX_BITS;

  private final Quantiles input;
  private final Quantiles output;
  private final int size;
  private final Cells all;
  private final List<Cells> stretches = new ArrayList<>();
  private final long[] stretchEnds;

  /** Cells that were seen, in the order of the curve, and their counts summed. */
  private record Cells(int[] cells, long[] cumulative) {

    static Cells of(long[] counts, int[] curve) {
      int[] cells = new int[counts.length];
      long[] cumulative = new long[counts.length];
      int seen = 0;
      long sum = 0;
      for (int i = 0; i < counts.length; i++) {
        int cell = curve[i];
        if (counts[cell] > 0) {
          sum += counts[cell];
          cells[seen] = cell;
          cumulative[seen++] = sum;
        }
      }
      return new Cells(Arrays.copyOf(cells, seen), Arrays.copyOf(cumulative, seen));
    }
  }

  /** Of this model. */
  public LengthSampler(LengthModel model) {
    input = new Quantiles(model.input());
    output = new Quantiles(model.output());
    size = model.copula().size();
    long[] counts =
        model.copula().counts().stream().flatMap(List::stream).mapToLong(n -> n).toArray();
    int[] curve = IntStream.range(0, size * size).map(i -> HilbertCurve.cell(size, i)).toArray();
    all = Cells.of(counts, curve);
    stretchEnds = model.drift().stream().mapToLong(d -> d.endMillis() * 1_000_000).toArray();
    for (LengthDrift drift : model.drift()) {
      long[] own = new long[size * size];
      for (int i = 0; i < drift.cells().length; i += 2) {
        own[drift.cells()[i]] = drift.cells()[i + 1];
      }
      stretches.add(Cells.of(own, curve));
    }
  }

  /** The stretch of the source's time that {@code nanos} lies in; absent where none is known. */
  public OptionalInt stretchAt(long nanos) {
    if (stretchEnds.length == 0) {
      return OptionalInt.empty();
    }
    int place = Arrays.binarySearch(stretchEnds, nanos);
    int after = place >= 0 ? place + 1 : -place - 1;
    return OptionalInt.of(Math.min(after, stretchEnds.length - 1));
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
   * @param stretch of the source's time; all of it when absent
   */
  public Pairs draw(int rows, double offset, OptionalInt stretch, UniformRandomProvider random) {
    Cells from = stretch.isPresent() ? stretches.get(stretch.getAsInt()) : all;
    int[] inputCells = new int[rows];
    int[] outputCells = new int[rows];
    int[] order = PermutationSampler.natural(rows);
    PermutationSampler.shuffle(random, order);
    long[] cumulative = from.cumulative();
    double total = rows == 0 ? 0 : cumulative[cumulative.length - 1];
    int position = 0;
    for (int i = 0; i < rows; i++) {
      double target = (i + offset) / rows * total;
      while (cumulative[position] <= target && position < cumulative.length - 1) {
        position++;
      }
      int cell = from.cells()[position];
      inputCells[order[i]] = cell / size;
      outputCells[order[i]] = cell % size;
    }
    return new Pairs(lengths(inputCells, input, random), lengths(outputCells, output, random));
  }

  /** Spreads the rows of each cell evenly over it, in random order, and takes the quantiles. */
  private int[] lengths(int[] cells, Quantiles quantiles, UniformRandomProvider random) {
    int rows = cells.length;
    long[] keys = new long[rows];
    int[] inCell = new int[size];
    for (int i = 0; i < rows; i++) {
      long place = random.nextLong() >>> (64 - FRACTION_BITS);
      keys[i] = ((long) cells[i] << FRACTION_BITS | place) << INDEX_BITS | i;
      inCell[cells[i]]++;
    }
    Arrays.sort(keys);
    int[] lengths = new int[rows];
    int first = 0;
    for (int rank = 0; rank < rows; rank++) {
      int row = (int) (keys[rank] & ((1 << INDEX_BITS) - 1));
      int cell = cells[row];
      first =
          rank > 0 && cells[(int) (keys[rank - 1] & ((1 << INDEX_BITS) - 1))] == cell
              ? first
              : rank;
      double within = (rank - first + random.nextDouble()) / inCell[cell];
      lengths[row] = quantiles.at((cell + within) / size);
    }
    return lengths;
  }
}
