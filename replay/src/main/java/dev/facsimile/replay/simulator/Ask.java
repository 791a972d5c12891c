package dev.facsimile.replay.simulator;

import java.util.Optional;

/**
 * What a client asks of the simulated server.
 *
 * @param protocol how it asks
 * @param model the model's name, echoed
 * @param promptTokens tokens of the prompt, 1 or more
 * @param prompt their ids, or hashes of its words; not to be changed
 * @param outputTokens tokens to make, 1 or more
 * @param endsByItself whether the answer ends before its limit, as with an end-of-sequence token
 * @param stream whether to stream
 * @param usage whether a stream ends with the usage
 * @param continuousUsage whether every chunk tells it
 * @param cacheSalt what prompts must have in common too to share cached blocks
 */
record Ask(
    Protocol protocol,
    String model,
    int promptTokens,
    long[] prompt,
    int outputTokens,
    boolean endsByItself,
    boolean stream,
    boolean usage,
    boolean continuousUsage,
    Optional<String> cacheSalt) {

  private static final long[] FORGOTTEN = new long[0];

  /** The same without the prompt's tokens, for as long as the answer takes. */
  Ask withoutPrompt() {
    return new Ask(
        protocol,
        model,
        promptTokens,
        FORGOTTEN,
        outputTokens,
        endsByItself,
        stream,
        usage,
        continuousUsage,
        cacheSalt);
  }
}
