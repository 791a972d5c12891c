package dev.facsimile.replay.simulator;

import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When one answer was made, on the server's clock; told to the client as vLLM does with {@code
 * --enable-per-request-metrics}. For one thread.
 */
public final class AnswerTimes {
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;

  private long arrivedNanos;
  private long scheduledNanos;
  private OptionalLong firstNanos = OptionalLong.empty();
  private long lastNanos;

  /** It was taken out of the queue. */
  public void scheduled(long arrivedAtNanos, long atNanos) {
    arrivedNanos = arrivedAtNanos;
    scheduledNanos = atNanos;
  }

  /** Tokens were made. */
  public void made(long atNanos) {
    if (firstNanos.isEmpty()) {
      firstNanos = OptionalLong.of(atNanos);
    }
    lastNanos = atNanos;
  }

  /** As outcomes have them; unknown before the first token. */
  public ServerTimes told() {
    if (firstNanos.isEmpty()) {
      return ServerTimes.UNKNOWN;
    }
    return new ServerTimes(
        OptionalLong.of(scheduledNanos - arrivedNanos),
        OptionalLong.of(firstNanos.getAsLong() - scheduledNanos),
        OptionalLong.of(lastNanos - firstNanos.getAsLong()),
        Optional.of("simulated"));
  }

  /** The field {@code metrics} of an answer of so many tokens. */
  String metrics(int tokens) {
    long first = firstNanos.orElse(scheduledNanos);
    long decode = lastNanos - first;
    double seconds = Math.max(1, lastNanos - scheduledNanos) / SECOND;
    return "\"metrics\":{\"time_to_first_token_ms\":"
        + millis(first - scheduledNanos)
        + ",\"generation_time_ms\":"
        + millis(decode)
        + ",\"queue_time_ms\":"
        + millis(scheduledNanos - arrivedNanos)
        + ",\"mean_itl_ms\":"
        + (tokens < 2 ? "null" : number(decode / MILLI / (tokens - 1)))
        + ",\"tokens_per_second\":"
        + number(tokens / seconds)
        + "}";
  }

  private static String millis(long nanos) {
    return number(nanos / MILLI);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
