package dev.facsimile.analyze.run;

import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Adds up tokens: by source, planned against received, of completed requests and of others. */
final class TokenTally {
  private final Map<String, long[]> sources = new TreeMap<>();
  private final Count usage = new Count();
  private final Count tokenizer = new Count();
  private final Count events = new Count();
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
    OptionalInt plan = outcome.planned().request().tokens().output();
    usage.add(answer.usage().outputTokens(), answer, plan);
    tokenizer.add(answer.tokenizerTokens(), answer, plan);
    events.add(OptionalInt.of(answer.eventTokens()), answer, plan);
    output += answer.outputTokens();
    input += input(outcome).orElse(0);
    cached += answer.usage().cachedTokens().orElse(0);
    if (answer.usage().inputTokens().isPresent()) {
      inputByServer++;
    }
    plan.ifPresent(n -> compare(n, answer.outputTokens()));
  }

  private void compare(int plannedTokens, int receivedTokens) {
    comparable++;
    planned += plannedTokens;
    received += receivedTokens;
    if (plannedTokens == receivedTokens) {
      exact++;
    }
  }

  /** One of the three counts of output tokens, over the requests that have it. */
  static final class Count {
    private long requests;
    private long tokens;
    private long usedTokens;
    private long same;
    private long planned;
    private long ofPlanned;

    private void add(OptionalInt count, Answer answer, OptionalInt plan) {
      if (count.isEmpty()) {
        return;
      }
      requests++;
      tokens += count.getAsInt();
      usedTokens += answer.outputTokens();
      same += count.getAsInt() == answer.outputTokens() ? 1 : 0;
      if (plan.isPresent()) {
        planned += plan.getAsInt();
        ofPlanned += count.getAsInt();
      }
    }

    RunReport.Count of(String source, long[] sums) {
      return new RunReport.Count(
          source, requests, tokens, sums[0], usedTokens, same, planned, ofPlanned);
    }
  }

  /** The three counts side by side; of one that no request has, nothing. */
  List<RunReport.Count> counts() {
    long[] none = new long[2];
    return Stream.of(
            usage.of("usage", sources.getOrDefault("usage", none)),
            tokenizer.of("tokenizer", sources.getOrDefault("tokenizer", none)),
            events.of("events", sources.getOrDefault("events", none)))
        .filter(count -> count.requests() > 0)
        .toList();
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
