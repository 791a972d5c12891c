package dev.facsimile.cli;

import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Retries;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How long things may take, how many go on at a time, what is tried again. */
final class ReplayLimitOptions {
  @Option(
      names = "--max-concurrency",
      paramLabel = "N",
      description = "At most so many requests in flight; the wait counts as slot lag.")
  private Optional<Integer> maxConcurrency;

  @Option(
      names = "--timeout",
      defaultValue = "10m",
      paramLabel = "TIME",
      description = "Limit of one request, from its dispatch to its end.")
  private Duration timeout;

  @Option(
      names = "--first-token-timeout",
      paramLabel = "TIME",
      description = "Limit from the dispatch to the first token; none unless given.")
  private Optional<Duration> firstToken;

  @Option(
      names = "--connect-timeout",
      defaultValue = "10s",
      paramLabel = "TIME",
      description = "Limit of each step of opening a connection: TCP, proxy, TLS.")
  private Duration connect;

  @Option(
      names = "--drain",
      defaultValue = "10m",
      paramLabel = "TIME",
      description = "How long to wait after the last dispatch; what is left is cancelled.")
  private Duration drain;

  @Option(
      names = "--retries",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Attempts beyond the first after a rejection, an HTTP 5xx or a broken connection; each"
              + " one is recorded in attempts.parquet.")
  private int retries;

  @Option(
      names = "--retry-backoff",
      defaultValue = "500ms",
      paramLabel = "TIME",
      description = "Wait before the second attempt, doubled for each after it; Retry-After wins.")
  private Duration backoff;

  @Option(
      names = "--retry-longest",
      defaultValue = "60s",
      paramLabel = "TIME",
      description = "No wait is longer; an answer that asks for more is final.")
  private Duration longest;

  Limits limits(HelpfulCommand command) {
    try {
      return new Limits(connect, firstToken, timeout, drain);
    } catch (IllegalArgumentException e) {
      throw command.mistake(e.getMessage());
    }
  }

  Retries retries(HelpfulCommand command) {
    try {
      return retries == 0 ? Retries.NONE : new Retries(retries, backoff, longest);
    } catch (IllegalArgumentException e) {
      throw command.mistake(e.getMessage());
    }
  }

  OptionalInt maxConcurrency(HelpfulCommand command) {
    int cap = maxConcurrency.orElse(1);
    if (cap < 1) {
      throw command.mistake("--max-concurrency is " + cap + ", expected more than 0");
    }
    return maxConcurrency.isPresent() ? OptionalInt.of(cap) : OptionalInt.empty();
  }
}
