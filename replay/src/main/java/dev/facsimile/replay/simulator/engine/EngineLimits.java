package dev.facsimile.replay.simulator.engine;

import java.util.OptionalInt;

/**
 * What the scheduler may do, under vLLM's names.
 *
 * @param maxNumSeqs sequences that run at a time
 * @param maxNumBatchedTokens token budget of one step, prefill and decode together
 * @param maxModelLen longest prompt + answer, tokens
 * @param blockTokens tokens in a KV block
 * @param kvBlocks KV blocks of the memory; absent, any number
 * @param prefixCaching whether full blocks stay findable after their sequence has ended
 * @param chunkedPrefill whether a prompt may be computed over several steps
 * @param longPrefillTokens most prompt tokens of one sequence in one step; absent, the budget
 * @param reservesPrompt whether a sequence starts only when its whole prompt fits the free memory
 * @param asyncScheduling whether a step is decided while the one before it still runs
 * @param queueLimit sequences that may wait; absent, any number
 * @param speculation speculative decoding
 */
public record EngineLimits(
    int maxNumSeqs,
    int maxNumBatchedTokens,
    int maxModelLen,
    int blockTokens,
    OptionalInt kvBlocks,
    boolean prefixCaching,
    boolean chunkedPrefill,
    OptionalInt longPrefillTokens,
    boolean reservesPrompt,
    boolean asyncScheduling,
    OptionalInt queueLimit,
    Speculation speculation) {

  /** vLLM's own defaults for an online server, with memory without end. */
  public static final EngineLimits DEFAULT =
      new EngineLimits(
          256,
          2048,
          131_072,
          16,
          OptionalInt.empty(),
          true,
          true,
          OptionalInt.empty(),
          true,
          true,
          OptionalInt.empty(),
          Speculation.OFF);

  public EngineLimits {
    atLeast("max_num_seqs", maxNumSeqs, 1);
    atLeast("max_num_batched_tokens", maxNumBatchedTokens, 1);
    atLeast("max_model_len", maxModelLen, 2);
    atLeast("block_size", blockTokens, 1);
    atLeast("num_gpu_blocks", kvBlocks.orElse(2), 2);
    atLeast("long_prefill_token_threshold", longPrefillTokens.orElse(1), 1);
    atLeast("queue limit", queueLimit.orElse(0), 0);
    if (!chunkedPrefill && maxNumBatchedTokens < maxModelLen) {
      throw new IllegalArgumentException(
          "max_num_batched_tokens is "
              + maxNumBatchedTokens
              + ", expected at least max_model_len ("
              + maxModelLen
              + ") where chunked prefill is off");
    }
    if (maxNumBatchedTokens <= speculation.draftTokens()) {
      throw new IllegalArgumentException(
          "max_num_batched_tokens is "
              + maxNumBatchedTokens
              + ", expected more than the draft of "
              + speculation.draftTokens()
              + " tokens");
    }
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected " + least + " or more");
    }
  }

  /** The longest prompt + answer that both {@link #maxModelLen} and the memory allow. */
  public int longestSequence() {
    if (kvBlocks.isEmpty()) {
      return maxModelLen;
    }
    long room = (long) kvBlocks.getAsInt() * blockTokens - speculation.draftTokens();
    return (int) Math.max(2, Math.min(maxModelLen, room));
  }

  /** The same with another number of sequences at a time. */
  public EngineLimits withMaxNumSeqs(int sequences) {
    return with(sequences, maxNumBatchedTokens, kvBlocks, queueLimit, prefixCaching);
  }

  /** The same with another token budget. */
  public EngineLimits withMaxNumBatchedTokens(int tokens) {
    return with(maxNumSeqs, tokens, kvBlocks, queueLimit, prefixCaching);
  }

  /** The same with another memory. */
  public EngineLimits withKvBlocks(OptionalInt blocks) {
    return with(maxNumSeqs, maxNumBatchedTokens, blocks, queueLimit, prefixCaching);
  }

  /** The same with another limit of the queue. */
  public EngineLimits withQueueLimit(OptionalInt limit) {
    return with(maxNumSeqs, maxNumBatchedTokens, kvBlocks, limit, prefixCaching);
  }

  /** The same with or without prefix cache. */
  public EngineLimits withPrefixCaching(boolean caching) {
    return with(maxNumSeqs, maxNumBatchedTokens, kvBlocks, queueLimit, caching);
  }

  /** The same with another longest prompt + answer. */
  public EngineLimits withMaxModelLen(int tokens) {
    return new EngineLimits(
        maxNumSeqs,
        maxNumBatchedTokens,
        tokens,
        blockTokens,
        kvBlocks,
        prefixCaching,
        chunkedPrefill,
        longPrefillTokens,
        reservesPrompt,
        asyncScheduling,
        queueLimit,
        speculation);
  }

  /** The same deciding each step before or after the one before it has ended. */
  public EngineLimits withAsyncScheduling(boolean async) {
    return new EngineLimits(
        maxNumSeqs,
        maxNumBatchedTokens,
        maxModelLen,
        blockTokens,
        kvBlocks,
        prefixCaching,
        chunkedPrefill,
        longPrefillTokens,
        reservesPrompt,
        async,
        queueLimit,
        speculation);
  }

  private EngineLimits with(
      int sequences, int tokens, OptionalInt blocks, OptionalInt queue, boolean caching) {
    return new EngineLimits(
        sequences,
        tokens,
        maxModelLen,
        blockTokens,
        blocks,
        caching,
        chunkedPrefill,
        longPrefillTokens,
        reservesPrompt,
        asyncScheduling,
        queue,
        speculation);
  }
}
