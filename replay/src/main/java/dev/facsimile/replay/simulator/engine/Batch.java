package dev.facsimile.replay.simulator.engine;

import java.util.Arrays;

/** One step as it was decided: which sequences give how many output tokens, and the work. */
final class Batch {
  private Sequence[] sequences = new Sequence[64];
  private int[] tokens = new int[64];
  private int size;

  private long prefillTokens;
  private double prefillAttention;
  private long decodeTokens;
  private long kvTokensRead;
  private int scheduled;

  /** A chunk of a prompt, or of what a preemption lost. */
  void prefill(int chunk, int contextBefore) {
    scheduled++;
    prefillTokens += chunk;
    prefillAttention += (double) chunk * (contextBefore + (chunk + 1) / 2.0);
  }

  /** A decoding sequence. */
  void decode(int computedTokens, int context) {
    scheduled++;
    decodeTokens += computedTokens;
    kvTokensRead += context;
  }

  /** A sequence that will have output at the step's end. */
  void output(Sequence sequence, int count) {
    if (size == sequences.length) {
      sequences = Arrays.copyOf(sequences, size * 2);
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    sequences[size] = sequence;
    tokens[size++] = count;
  }

  boolean isEmpty() {
    return scheduled == 0;
  }

  /** Sequences with output. */
  int outputs() {
    return size;
  }

  Sequence sequence(int index) {
    return sequences[index];
  }

  int tokens(int index) {
    return tokens[index];
  }

  StepWork work() {
    return new StepWork(prefillTokens, prefillAttention, decodeTokens, kvTokensRead);
  }
}
