package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.RequestStatus;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What gateways see of a call, by the rules that are the same for all of them. */
final class Seen {
  private Seen() {}

  /** A call that failed: how long it took until then is no latency of an answer. */
  static Observed failed(RequestStatus status, OptionalInt http) {
    return new Observed(
        Optional.of(status),
        http,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** A call that was answered. */
  static Observed completed(
      OptionalInt http, Optional<String> finishReason, OptionalLong ttft, OptionalLong e2e) {
    return new Observed(
        Optional.of(RequestStatus.COMPLETED), http, finishReason, OptionalLong.empty(), ttft, e2e);
  }

  /** Time from {@code start} to a later field; a log in which it lies before is refused. */
  static OptionalLong since(long start, OptionalLong end, String field) throws MalformedRow {
    if (end.isPresent() && end.getAsLong() < start) {
      throw new MalformedRow(field + " lies before the start, expected it after");
    }
    return end.isPresent() ? OptionalLong.of(end.getAsLong() - start) : end;
  }

  /** A token count of a call that failed: the 0 that gateways write then is no count. */
  static OptionalInt unlessZero(OptionalInt tokens) {
    return tokens.orElse(0) == 0 ? OptionalInt.empty() : tokens;
  }

  /** The sum of counts; absent when the first is. */
  static OptionalInt sum(OptionalInt first, OptionalInt... others) throws MalformedRow {
    if (first.isEmpty()) {
      return first;
    }
    long sum = first.getAsInt();
    for (OptionalInt other : others) {
      sum += other.orElse(0);
    }
    if (sum > Integer.MAX_VALUE) {
      throw new MalformedRow("input tokens add up to " + sum + ", expected a prompt's length");
    }
    return OptionalInt.of((int) sum);
  }

  /**
   * Cached tokens of a log whose input includes them.
   *
   * @throws MalformedRow if there are more than input tokens: then this log's do not include them
   */
  static OptionalInt within(OptionalInt input, OptionalInt cached) throws MalformedRow {
    if (input.isPresent() && cached.orElse(0) > input.getAsInt()) {
      throw new MalformedRow(
          "holds more cached than input tokens, expected the input to include cached ones");
    }
    return cached;
  }
}
