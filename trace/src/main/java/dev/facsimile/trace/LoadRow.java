package dev.facsimile.trace;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a request asks of a server and when: the part of a {@link Request} that comparisons of whole
 * traces need, which is read several times as fast.
 *
 * @param arrivalNanos when it arrives, nanoseconds from the start
 * @param requestClass its class
 * @param tenant whose it is
 * @param sessionId the conversation that it belongs to
 * @param input tokens of the prompt
 * @param output tokens of the answer
 * @param prefixBlocks ids of the prompt's leading blocks, the first block first; none where the log
 *     has none. Not to be changed
 */
public record LoadRow(
    long arrivalNanos,
    Optional<String> requestClass,
    Optional<String> tenant,
    Optional<String> sessionId,
    OptionalInt input,
    OptionalInt output,
    long[] prefixBlocks) {

  public LoadRow {
    Refuse.negative("arrival_ns", arrivalNanos);
    Refuse.negative("input_tokens", input.orElse(0));
    Refuse.negative("output_tokens", output.orElse(0));
  }

  /** That of a request. */
  public static LoadRow of(Request request) {
    return new LoadRow(
        request.arrivalNanos(),
        request.requestClass(),
        request.origin().tenant(),
        request.conversation().sessionId(),
        request.tokens().input(),
        request.tokens().output(),
        request.prefixBlocks().map(BlockIds::toArray).orElseGet(() -> new long[0]));
  }

  /** Whether both lengths are known. */
  public boolean lengthsKnown() {
    return input.isPresent() && output.isPresent();
  }

  /** The same at another time. */
  public LoadRow at(long otherNanos) {
    return new LoadRow(otherNanos, requestClass, tenant, sessionId, input, output, prefixBlocks);
  }
}
