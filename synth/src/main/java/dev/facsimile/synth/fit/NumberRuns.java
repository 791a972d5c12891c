package dev.facsimile.synth.fit;

import java.util.Arrays;

/**
 * Numbers in their order, of which many are one more than the one before. Holds 8 to 16 bytes for
 * each run of such.
 */
final class NumberRuns {
  private int[] firsts = new int[64];
  private int[] lengths = new int[64];
  private int runs;

  /** Takes the next number. */
  void add(int number) {
    int last = runs - 1;
    if (runs > 0 && number == firsts[last] + lengths[last]) {
      lengths[last]++;
      return;
    }
    if (runs == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * runs);
      lengths = Arrays.copyOf(lengths, 2 * runs);
    }
    firsts[runs] = number;
    lengths[runs++] = 1;
  }

  /** How many runs there are. */
  int runs() {
    return runs;
  }

  /** Lets go of room for more. */
  void trim() {
    firsts = Arrays.copyOf(firsts, runs);
    lengths = Arrays.copyOf(lengths, runs);
  }

  /** Tells the numbers again. */
  Reader reader() {
    return new Reader();
  }

  /** Goes through the numbers once. */
  final class Reader {
    private int run;
    private int at;

    /** The next one, of which there must be one. */
    int next() {
      if (at == lengths[run]) {
        run++;
        at = 0;
      }
      return firsts[run] + at++;
    }
  }
}
