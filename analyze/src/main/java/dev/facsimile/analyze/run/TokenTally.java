package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Adds up tokens: by source, planned against received, of completed requests and of others. */
final class TokenTally {
  private final Map<String, long[]> sources = new TreeMap<>();
  private long planned;
  private long received;
  private long exact;
  private long comparable;
  private long input;
  private long output;
  private long inputByServer;
  private long wasted;
  private long cached;

  /** Input tokens of a dispatched request: the server's count, else the planned one. */
  static OptionalLong input(Outcome outcome) {
    if (outcome instanceof Outcome.Dispatched sent) {
      OptionalInt byServer = sent.answer().usage().inputTokens();
      return widen(byServer.isPresent() ? byServer : outcome.planned().request().tokens().input());
    }
    return OptionalLong.empty();
  }

  /** Output tokens of a completed request by the best source. */
  static OptionalLong output(Outcome outcome) {
    return outcome instanceof Outcome.Completed done
        ? OptionalLong.of(done.answer().outputTokens())
        : OptionalLong.empty();
  }

  private static OptionalLong widen(OptionalInt value) {
    return value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty();
  }

  void add(Outcome outcome) {
    if (!(outcome instanceof Outcome.Dispatched sent)) {
      return;
    }
    Answer answer = sent.answer();
    if (!(outcome instanceof Outcome.Completed)) {
      wasted += answer.outputTokens();
      return;
    }
    long[] source = sources.computeIfAbsent(answer.tokenSource(), s -> new long[2]);
    source[0]++;
    source[1] += answer.outputTokens();
    output += answer.outputTokens();
    input += input(outcome).orElse(0);
    cached += answer.usage().cachedTokens().orElse(0);
    if (answer.usage().inputTokens().isPresent()) {
      inputByServer++;
    }
    outcome.planned().request().tokens().output().ifPresent(n -> compare(n, answer.outputTokens()));
  }

  private void compare(int plannedTokens, int receivedTokens) {
    comparable++;
    planned += plannedTokens;
    received += receivedTokens;
    if (plannedTokens == receivedTokens) {
      exact++;
    }
  }

  /** Requests and tokens by source of the count. */
  Map<String, long[]> sources() {
    return sources;
  }

  /** Planned output tokens of completed requests that have a plan. */
  long planned() {
    return planned;
  }

  /** Received output tokens of the same requests. */
  long received() {
    return received;
  }

  /** How many of them received exactly what was planned. */
  long exact() {
    return exact;
  }

  /** How many completed requests have a plan. */
  long comparable() {
    return comparable;
  }

  /** Input tokens of completed requests. */
  long input() {
    return input;
  }

  /** Completed requests whose input tokens the server counted. */
  long inputByServer() {
    return inputByServer;
  }

  /** Output tokens of completed requests. */
  long output() {
    return output;
  }

  /** Input tokens of completed requests that the server took from its cache, where it tells. */
  long cached() {
    return cached;
  }

  /** Output tokens received by requests that did not complete. */
  long wasted() {
    return wasted;
  }
}
