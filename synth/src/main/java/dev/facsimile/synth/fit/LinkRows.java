package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.Branching;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The linked requests of a part in order: what each is, and how each that continues another grew
 * from it. Holds 24 bytes a request and 26 for one that continues another.
 */
public final class LinkRows implements Serializable {
  private static final long serialVersionUID = 1;

  private final long before;
  private final BitSet turns = new BitSet();
  private long[] arrivals = new long[64];
  private int[] strata = new int[64];
  private int[] inputs = new int[64];
  private int[] outputs = new int[64];
  private int size;
  private long[] parents = new long[64];
  private int[] gaps = new int[64];
  private int[] told = new int[64];
  private int[] dropped = new int[64];
  private short[] kept = new short[64];
  private short[] thought = new short[64];
  private boolean[] grown = new boolean[64];
  private int grownFrom;

  /** Of a part before which there are so many requests. */
  LinkRows(long before) {
    this.before = before;
  }

  /** Takes the next request of a part. */
  void add(int stratum, Requests part, int row) {
    if (size == arrivals.length) {
      int more = 2 * size;
      arrivals = Arrays.copyOf(arrivals, more);
      strata = Arrays.copyOf(strata, more);
      inputs = Arrays.copyOf(inputs, more);
      outputs = Arrays.copyOf(outputs, more);
    }
    arrivals[size] = part.arrival(row);
    strata[size] = stratum;
    inputs[size] = part.input(row);
    outputs[size++] = part.output(row);
  }

  /**
   * How a turn grew from the request before it.
   *
   * @param parent that one's number in the trace
   * @param gapMillis from arrival to arrival
   * @param told tokens that it tells, as {@link Branching} counts them
   * @param dropped full blocks of the request before that it does not have
   * @param kept share of those that it has, in 255ths
   * @param thought part of the gap that passed after the answer, in 255ths
   * @param grown whether it has the whole prompt and answer of the request before
   */
  record Growth(
      long parent, int gapMillis, int told, int dropped, int kept, int thought, boolean grown) {

    /** Between a request and one that continues it, with which it shares so many blocks. */
    static Growth of(
        long number, Requests parents, int parent, Requests part, int row, Shared common) {
      int blockTokens = common.blockTokens();
      int parentInput = parents.input(parent);
      int input = part.input(row);
      int full = parentInput / blockTokens;
      long shared = common.blocks(parentInput, input);
      boolean grown =
          shared > 0 && shared >= full - 1 && input >= parentInput + parents.output(parent);
      long gap = part.arrival(row) - parents.arrival(parent);
      return new Growth(
          number,
          (int) Math.min(Integer.MAX_VALUE, (gap + 500_000) / 1_000_000),
          grown
              ? input - parentInput - parents.output(parent)
              : (int) Math.max(0, input - shared * blockTokens),
          // Where nothing is shared it is so whatever the size of the prompt.
          shared == 0 ? Math.max(full, Branching.FEW_BLOCKS + 1) : (int) Math.max(0, full - shared),
          Branching.share(shared, full),
          Branching.share(
              part.arrival(row) - (double) parents.end(parent),
              part.arrival(row) - (double) parents.arrival(parent)),
          grown);
    }
  }

  /**
   * Blocks that a turn has in common with the request before it.
   *
   * @param leading those that are known to be in both
   * @param blockTokens tokens of a block; 1 where there are no blocks
   */
  record Shared(int leading, int blockTokens) {

    /** As far as both prompts have room for them. */
    long blocks(int parentInput, int input) {
      // Without blocks a prompt that is not shorter than the one before is taken to hold it.
      int all = leading > 0 ? leading : blockTokens == 1 && input >= parentInput ? parentInput : 0;
      return Math.min(all, Math.min(parentInput / blockTokens, input / blockTokens));
    }
  }

  /** Says of the request that was added last that it continues another. */
  void grew(Growth growth) {
    int turn = grownFrom++;
    if (turn == parents.length) {
      int more = 2 * turn;
      parents = Arrays.copyOf(parents, more);
      gaps = Arrays.copyOf(gaps, more);
      told = Arrays.copyOf(told, more);
      dropped = Arrays.copyOf(dropped, more);
      kept = Arrays.copyOf(kept, more);
      thought = Arrays.copyOf(thought, more);
      grown = Arrays.copyOf(grown, more);
    }
    turns.set(size - 1);
    parents[turn] = growth.parent();
    gaps[turn] = growth.gapMillis();
    told[turn] = growth.told();
    dropped[turn] = growth.dropped();
    kept[turn] = (short) growth.kept();
    thought[turn] = (short) growth.thought();
    grown[turn] = growth.grown();
  }

  /** Requests of the trace before the first one here. */
  long before() {
    return before;
  }

  /** Requests. */
  int size() {
    return size;
  }

  /** Those that continue another. */
  int turns() {
    return grownFrom;
  }

  /** Whether a request continues another. */
  boolean isTurn(int row) {
    return turns.get(row);
  }

  long arrival(int row) {
    return arrivals[row];
  }

  int stratum(int row) {
    return strata[row];
  }

  int input(int row) {
    return inputs[row];
  }

  int output(int row) {
    return outputs[row];
  }

  /** How a turn grew, by its place among those here that continue another. */
  Growth growth(int turn) {
    return new Growth(
        parents[turn],
        gaps[turn],
        told[turn],
        dropped[turn],
        kept[turn],
        thought[turn],
        grown[turn]);
  }
}
