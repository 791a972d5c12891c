package dev.facsimile.synth.session;

import java.util.Arrays;

/**
 * Planned turns, column by column, each after the request that it continues. Not safe for use by
 * several threads.
 */
public final class Turns {
  private static final int FIRST_ROOM = 1024;

  private final int starts;
  private int[] parents = new int[FIRST_ROOM];
  private long[] arrivals = new long[FIRST_ROOM];
  private int[] classes = new int[FIRST_ROOM];
  private int[] inputs = new int[FIRST_ROOM];
  private int[] outputs = new int[FIRST_ROOM];
  private int[] shared = new int[FIRST_ROOM];
  private int[] gaps = new int[FIRST_ROOM];
  private int[] thinks = new int[FIRST_ROOM];
  private int size;

  /** None yet, of so many sessions. */
  Turns(int starts) {
    this.starts = starts;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /**
   * The request that turn {@code i} continues: a session's start below the number of those, else
   * another turn, counted on from there.
   */
  public int parent(int i) {
    return parents[i];
  }

  /** When it comes, nanoseconds. */
  public long arrivalNanos(int i) {
    return arrivals[i];
  }

  /** Position of its class in the model. */
  public int classNumber(int i) {
    return classes[i];
  }

  /** Tokens of its prompt. */
  public int inputTokens(int i) {
    return inputs[i];
  }

  /** Tokens of its answer. */
  public int outputTokens(int i) {
    return outputs[i];
  }

  /** Leading full blocks that it has in common with the request that it continues. */
  public int sharedBlocks(int i) {
    return shared[i];
  }

  /**
   * The part of the gap before it that passed after the answer, in 255ths; 0 where the source does
   * not tell.
   */
  public int thinkShare(int i) {
    return thinks[i];
  }

  /** Cell of the gap before it. */
  int gap(int i) {
    return gaps[i];
  }

  /** Sessions that these are of. */
  int starts() {
    return starts;
  }

  /** Takes one more and returns its number. */
  int add(int parent, long arrivalNanos, int classNumber, int inputTokens, int outputTokens) {
    if (size == parents.length) {
      grow();
    }
    parents[size] = parent;
    arrivals[size] = arrivalNanos;
    classes[size] = classNumber;
    inputs[size] = inputTokens;
    outputs[size] = outputTokens;
    return size++;
  }

  /** Tells of turn {@code i} how it stands to the one before. */
  void link(int i, int sharedBlocks, int gap, int thinkShare) {
    shared[i] = sharedBlocks;
    gaps[i] = gap;
    thinks[i] = thinkShare;
  }

  private void grow() {
    int room = 2 * size;
    parents = Arrays.copyOf(parents, room);
    arrivals = Arrays.copyOf(arrivals, room);
    classes = Arrays.copyOf(classes, room);
    inputs = Arrays.copyOf(inputs, room);
    outputs = Arrays.copyOf(outputs, room);
    shared = Arrays.copyOf(shared, room);
    gaps = Arrays.copyOf(gaps, room);
    thinks = Arrays.copyOf(thinks, room);
  }
}
