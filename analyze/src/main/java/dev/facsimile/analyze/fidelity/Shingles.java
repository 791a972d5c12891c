package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;

/**
 * Three requests in a row, by their input and output: a trace that was played back in pieces
 * repeats them, a generator hardly ever does.
 *
 * <p>Frequent requests follow each other by chance. A shingle counts only where chance would make
 * it less than once in a hundred traces like the known one: where n · p₁ · p₂ · p₃ ≤ 0.01, with p
 * the share of each of its requests there. Holds 60 bytes a request that is looked for, and none of
 * the known ones.
 */
final class Shingles {
  private static final int LENGTH = 3;
  private static final double EXPECTED_BY_CHANCE = 0.01;

  private final long[] others;
  private final BlockTable pairs = new BlockTable();

  /**
   * How many of some shingles occur.
   *
   * @param found those that occur
   * @param of those that count
   */
  record Replayed(int found, int of) {
    double share() {
      return of == 0 ? 0 : (double) found / of;
    }
  }

  /**
   * Some requests in order of arrival.
   *
   * @param size how many
   * @param pairs input and output of each
   */
  record Sequence(int size, PairAt pairs) {
    static Sequence of(long[] pairs) {
      return new Sequence(pairs.length, row -> pairs[row]);
    }
  }

  /** Input and output of a request, see {@link LengthPairs}. */
  @FunctionalInterface
  interface PairAt {
    long at(int row);
  }

  /** To be looked for: requests in order of arrival. */
  Shingles(long[] others) {
    this.others = others;
    for (long pair : others) {
      pairs.number(pair);
    }
  }

  /** How many of them occur among known requests. */
  Replayed in(Sequence known) {
    double[] shares = shares(known);
    BlockTable shingles = new BlockTable();
    int[] occurrences = new int[others.length];
    int counting = 0;
    for (int i = 0; i + LENGTH <= others.length; i++) {
      double chance = known.size();
      for (int j = i; j < i + LENGTH; j++) {
        chance *= shares[pairs.indexOf(others[j])];
      }
      if (chance <= EXPECTED_BY_CHANCE) {
        counting++;
        occurrences[shingles.number(hash(others[i], others[i + 1], others[i + 2]))]++;
      }
    }
    return new Replayed(found(known, shingles, occurrences), counting);
  }

  /** The share of the known requests that are equal to each that is looked for. */
  private double[] shares(Sequence known) {
    double[] shares = new double[pairs.size()];
    for (int row = 0; row < known.size(); row++) {
      int number = pairs.indexOf(known.pairs().at(row));
      if (number >= 0) {
        shares[number]++;
      }
    }
    return Arrays.stream(shares).map(count -> count / known.size()).toArray();
  }

  private static int found(Sequence known, BlockTable shingles, int[] occurrences) {
    int found = 0;
    for (int row = 0; row + LENGTH <= known.size(); row++) {
      PairAt pairs = known.pairs();
      int number = shingles.indexOf(hash(pairs.at(row), pairs.at(row + 1), pairs.at(row + 2)));
      if (number >= 0) {
        found += occurrences[number];
        occurrences[number] = 0;
      }
    }
    return found;
  }

  private static long hash(long first, long second, long third) {
    return SeededStreams.mix(SeededStreams.mix(SeededStreams.mix(first) ^ second) ^ third);
  }
}
