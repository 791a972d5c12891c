package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.RadixSort;
import java.util.Arrays;

/**
 * Three requests in a row, by their input and output: a trace that was played back in pieces
 * repeats them, a generator hardly ever does.
 *
 * <p>Frequent requests follow each other by chance. A shingle counts only where chance would make
 * it less than once in a hundred traces like this one: where n · p₁ · p₂ · p₃ ≤ 0.01, with p the
 * share of each of its requests in this trace. Holds 16 bytes a request.
 */
final class Shingles {
  private static final int LENGTH = 3;
  private static final double EXPECTED_BY_CHANCE = 0.01;

  private final LengthPairs pairs;
  private final long[] sorted;

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

  /** Of requests in order of arrival. */
  Shingles(long[] pairs) {
    this.pairs = new LengthPairs(pairs);
    long[] shingles = new long[Math.max(0, pairs.length - LENGTH + 1)];
    for (int i = 0; i < shingles.length; i++) {
      shingles[i] = at(pairs, i);
    }
    this.sorted = RadixSort.sorted(shingles);
  }

  /** How many of the shingles of {@code others}, in order of arrival, occur here. */
  Replayed replayedBy(long[] others) {
    int found = 0;
    int counting = 0;
    for (int i = 0; i + LENGTH <= others.length; i++) {
      double chance = pairs.size();
      for (int j = i; j < i + LENGTH; j++) {
        chance *= pairs.frequency(others[j]);
      }
      if (chance <= EXPECTED_BY_CHANCE) {
        counting++;
        found += Arrays.binarySearch(sorted, at(others, i)) >= 0 ? 1 : 0;
      }
    }
    return new Replayed(found, counting);
  }

  private static long at(long[] pairs, int index) {
    long hash = 0;
    for (int i = index; i < index + LENGTH; i++) {
      hash = SeededStreams.mix(hash ^ pairs[i]);
    }
    return hash;
  }
}
