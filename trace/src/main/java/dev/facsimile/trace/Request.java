package dev.facsimile.trace;

import java.util.Optional;

/**
 * What was asked, or is to be asked: the half of a row that traces, workloads and outcomes share.
 *
 * @param id opaque; a pseudonym after anonymize
 * @param arrivalNanos nanoseconds from the start of the trace or workload, 0 or more
 * @param requestClass interactive-chat, rag, agent, … or the log's own; absent when unclassified
 * @param origin tenant, model, route
 * @param conversation session, turn, parent
 * @param tokens lengths
 * @param prefixBlocks ids of the prompt's leading blocks; absent when the log has none
 * @param streaming whether the answer was asked for as a stream
 * @param cacheEligible whether the prompt may be served from a prefix cache
 */
public record Request(
    String id,
    long arrivalNanos,
    Optional<String> requestClass,
    Origin origin,
    Conversation conversation,
    Tokens tokens,
    Optional<BlockIds> prefixBlocks,
    Optional<Boolean> streaming,
    Optional<Boolean> cacheEligible) {

  public Request {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("request_id is empty, expected an opaque id");
    }
    Refuse.negative("arrival_ns", arrivalNanos);
  }

  /** A request of which only the time and the two lengths are known. */
  public static Request of(String id, long arrivalNanos, int inputTokens, int outputTokens) {
    return of(id, arrivalNanos, Tokens.of(inputTokens, outputTokens));
  }

  /** A request of which the time and the counts are known, and nothing else yet. */
  public static Request of(String id, long arrivalNanos, Tokens tokens) {
    return new Request(
        id,
        arrivalNanos,
        Optional.empty(),
        Origin.UNKNOWN,
        Conversation.NONE,
        tokens,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same request from another origin. */
  public Request from(Origin other) {
    return new Request(
        id,
        arrivalNanos,
        requestClass,
        other,
        conversation,
        tokens,
        prefixBlocks,
        streaming,
        cacheEligible);
  }

  /** The same request in another conversation. */
  public Request within(Conversation other) {
    return new Request(
        id,
        arrivalNanos,
        requestClass,
        origin,
        other,
        tokens,
        prefixBlocks,
        streaming,
        cacheEligible);
  }

  /** The same request, its answer asked for as a stream or not. */
  public Request streamed(Optional<Boolean> asStream) {
    return new Request(
        id,
        arrivalNanos,
        requestClass,
        origin,
        conversation,
        tokens,
        prefixBlocks,
        asStream,
        cacheEligible);
  }

  /** The same request at another time. */
  public Request at(long otherArrivalNanos) {
    return new Request(
        id,
        otherArrivalNanos,
        requestClass,
        origin,
        conversation,
        tokens,
        prefixBlocks,
        streaming,
        cacheEligible);
  }

  /** The same request with other prefix blocks. */
  public Request withBlocks(Optional<BlockIds> blocks) {
    return new Request(
        id,
        arrivalNanos,
        requestClass,
        origin,
        conversation,
        tokens,
        blocks,
        streaming,
        cacheEligible);
  }

  /** The same request in another class. */
  public Request inClass(String otherClass) {
    return new Request(
        id,
        arrivalNanos,
        Optional.of(otherClass),
        origin,
        conversation,
        tokens,
        prefixBlocks,
        streaming,
        cacheEligible);
  }
}
