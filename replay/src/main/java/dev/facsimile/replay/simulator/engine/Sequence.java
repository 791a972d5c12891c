package dev.facsimile.replay.simulator.engine;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One request in an engine. It belongs to the engine that it was submitted to; its fields change as
 * that engine runs.
 */
public final class Sequence {

  /** Where a sequence is. */
  public enum Status {
    NEW,
    WAITING,
    RUNNING,
    /** Back in the queue: its memory was taken for another sequence. */
    PREEMPTED,
    FINISHED,
    /** Given up by its client, or lost with its engine. */
    ABORTED
  }

  private final long number;
  private final int promptTokens;
  private final int outputTokens;
  private final long[] promptBlocks;
  private final Optional<AnswerBlocks> answer;
  private final long ownSalt;

  Status status = Status.NEW;

  /** Tokens whose keys and values are in memory, or will be when the steps decided have run. */
  int computed;

  /** Output tokens made, or to be made by the steps decided. */
  int generated;

  /** Output tokens handed out. */
  int delivered;

  int[] blocks = new int[0];
  int blockCount;

  /** Leading blocks that the prefix cache knows. */
  int knownBlocks;

  int cachedTokens;
  int preemptions;
  private OptionalLong arrivedNanos = OptionalLong.empty();
  private OptionalLong scheduledNanos = OptionalLong.empty();

  /**
   * A request.
   *
   * @param number tells it from others of the same run
   * @param promptTokens tokens of the prompt, 1 or more
   * @param outputTokens tokens to make, 1 or more
   * @param promptBlocks chained hashes of the prompt's full blocks, in the engine's block size:
   *     equal hashes mean equal prefixes under an equal salt. May be shorter than the prompt has
   *     blocks; the rest is then its own
   * @param answer the hashes that follow, where the answer's content is known; absent, its blocks
   *     are its own
   */
  public Sequence(
      long number,
      int promptTokens,
      int outputTokens,
      long[] promptBlocks,
      Optional<AnswerBlocks> answer) {
    if (promptTokens < 1 || outputTokens < 1) {
      throw new IllegalArgumentException(
          "prompt of " + promptTokens + " and output of " + outputTokens + " tokens, expected 1+");
    }
    this.number = number;
    this.promptTokens = promptTokens;
    this.outputTokens = outputTokens;
    this.promptBlocks = promptBlocks;
    this.answer = answer;
    this.ownSalt = SeededStreams.mix(~number);
  }

  /** A request whose answer's content is not known. */
  public Sequence(long number, int promptTokens, int outputTokens, long[] promptBlocks) {
    this(number, promptTokens, outputTokens, promptBlocks, Optional.empty());
  }

  public long number() {
    return number;
  }

  public int promptTokens() {
    return promptTokens;
  }

  public int outputTokens() {
    return outputTokens;
  }

  public Status status() {
    return status;
  }

  /** Prompt tokens that the prefix cache spared it when it was first scheduled. */
  public int cachedTokens() {
    return cachedTokens;
  }

  /** Output tokens handed out so far. */
  public int delivered() {
    return delivered;
  }

  /** How often its memory was taken. */
  public int preemptions() {
    return preemptions;
  }

  /** When it came to its engine. */
  public OptionalLong arrivedNanos() {
    return arrivedNanos;
  }

  /** When it first left the queue. */
  public OptionalLong scheduledNanos() {
    return scheduledNanos;
  }

  void arrived(long atNanos) {
    arrivedNanos = OptionalLong.of(atNanos);
  }

  void scheduled(long atNanos) {
    if (scheduledNanos.isEmpty()) {
      scheduledNanos = OptionalLong.of(atNanos);
    }
  }

  /** Tokens that exist: the prompt and what was generated. */
  int tokens() {
    return promptTokens + generated;
  }

  /** Whether all its output has been decided. */
  boolean exhausted() {
    return generated >= outputTokens;
  }

  /** Leading blocks of the prompt that have a hash. */
  int namedBlocks() {
    return promptBlocks.length;
  }

  /**
   * The chained hash of a full block. Blocks beyond those whose content is known are the sequence's
   * own: it finds them again after a preemption, and nobody else does.
   */
  long blockHash(int block) {
    if (block < promptBlocks.length) {
      return promptBlocks[block];
    }
    return answer.isPresent()
        ? answer.get().hash(block)
        : SeededStreams.mix(ownSalt ^ SeededStreams.mix(block));
  }

  void hold(int block) {
    if (blockCount == blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(8, blockCount * 2));
    }
    blocks[blockCount++] = block;
  }
}
