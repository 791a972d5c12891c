package dev.facsimile.synth.fit;

import java.io.Serializable;
import java.util.Arrays;

/** Requests in order, with what those that continue them ask of them. Holds 28 bytes a request. */
public final class Requests implements Serializable {
  private static final long serialVersionUID = 1;

  private long[] arrivals = new long[64];
  private long[] ends = new long[64];
  private int[] inputs = new int[64];
  private int[] outputs = new int[64];
  private int[] blocks = new int[64];
  private int size;

  /**
   * Takes the next one.
   *
   * @param arrivalNanos its arrival
   * @param endNanos when its answer had ended; its arrival where that is not known
   * @param inputTokens of its prompt
   * @param outputTokens of its answer
   * @param promptBlocks ids of blocks that its prompt has
   */
  void add(long arrivalNanos, long endNanos, int inputTokens, int outputTokens, int promptBlocks) {
    if (size == arrivals.length) {
      int more = 2 * size;
      arrivals = Arrays.copyOf(arrivals, more);
      ends = Arrays.copyOf(ends, more);
      inputs = Arrays.copyOf(inputs, more);
      outputs = Arrays.copyOf(outputs, more);
      blocks = Arrays.copyOf(blocks, more);
    }
    arrivals[size] = arrivalNanos;
    ends[size] = endNanos;
    inputs[size] = inputTokens;
    outputs[size] = outputTokens;
    blocks[size++] = promptBlocks;
  }

  /** Takes a request of others. */
  public void add(Requests others, int request) {
    add(
        others.arrivals[request],
        others.ends[request],
        others.inputs[request],
        others.outputs[request],
        others.blocks[request]);
  }

  /** Takes all requests of others. */
  public void addAll(Requests others) {
    for (int i = 0; i < others.size; i++) {
      add(others, i);
    }
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  long arrival(int request) {
    return arrivals[request];
  }

  long end(int request) {
    return ends[request];
  }

  int input(int request) {
    return inputs[request];
  }

  int output(int request) {
    return outputs[request];
  }

  int blocks(int request) {
    return blocks[request];
  }
}
