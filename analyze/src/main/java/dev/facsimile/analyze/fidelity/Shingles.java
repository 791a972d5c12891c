package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.io.Serializable;
import java.util.BitSet;

/**
 * Three requests in a row, by their input and output: a trace that was played back in pieces
 * repeats them, a generator hardly ever does.
 *
 * <p>Frequent requests follow each other by chance. A shingle counts only where chance would make
 * it less than once in a hundred traces like the known one: where n · p₁ · p₂ · p₃ ≤ 0.01, with p
 * the share of each of its requests there. Holds 110 bytes a request that is looked for, and none
 * of the known ones.
 */
final class Shingles {
  private static final int LENGTH = 3;
  private static final double EXPECTED_BY_CHANCE = 0.01;

  private final long[] others;
  private final BlockTable pairs = new BlockTable();
  private final BlockTable shingles = new BlockTable();

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
    for (int i = 0; i + LENGTH <= others.length; i++) {
      shingles.number(hash(others[i], others[i + 1], others[i + 2]));
    }
  }

  /** How many of them occur among known requests. */
  Replayed in(Sequence known) {
    Seen seen = nothingSeen();
    for (int row = 0; row < known.size(); row++) {
      see(known.pairs().at(row), true, seen);
    }
    return among(seen, known.size());
  }

  /** What was seen before any known request was. */
  Seen nothingSeen() {
    return new Seen(new long[pairs.size()], new BitSet(), new Last());
  }

  /**
   * Looks at the next known request.
   *
   * @param counted whether it is one of those that are counted, or only comes before them
   */
  void see(long pair, boolean counted, Seen seen) {
    Last last = seen.last();
    if (counted) {
      int number = pairs.indexOf(pair);
      if (number >= 0) {
        seen.counts()[number]++;
        int shingle = last.size < 2 ? -1 : shingles.indexOf(hash(last.first, last.second, pair));
        if (shingle >= 0) {
          seen.shingles().set(shingle);
        }
      }
    }
    last.first = last.second;
    last.second = pair;
    last.size++;
  }

  /** How many of those that chance does not make were seen among so many known requests. */
  Replayed among(Seen seen, long known) {
    int counting = 0;
    int found = 0;
    for (int i = 0; i + LENGTH <= others.length; i++) {
      double chance = known;
      for (int j = i; j < i + LENGTH; j++) {
        chance *= (double) seen.counts()[pairs.indexOf(others[j])] / known;
      }
      if (chance <= EXPECTED_BY_CHANCE) {
        counting++;
        found +=
            seen.shingles().get(shingles.indexOf(hash(others[i], others[i + 1], others[i + 2])))
                ? 1
                : 0;
      }
    }
    return new Replayed(found, counting);
  }

  /**
   * What known requests showed, of some of them or of all.
   *
   * @param counts how often each request that is looked for occurred
   * @param shingles which shingles occurred
   * @param last the requests before
   */
  record Seen(long[] counts, BitSet shingles, Last last) implements Serializable {

    /** Takes in what other known requests showed. */
    void add(Seen other) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += other.counts[i];
      }
      shingles.or(other.shingles);
    }
  }

  /** The two requests seen last. */
  static final class Last implements Serializable {
    private static final long serialVersionUID = 1;

    private long first;
    private long second;
    private long size;
  }

  private static long hash(long first, long second, long third) {
    return SeededStreams.mix(SeededStreams.mix(SeededStreams.mix(first) ^ second) ^ third);
  }
}
