package dev.facsimile.cli;

import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Retries;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long things may take, how many go on at a time, what is tried again. */
final class ReplayLimitOptions {
  @Mixin private ReplayFlightOptions flight;

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
      return new Limits(connect, firstToken, flight.timeout(), flight.drain());
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
    return flight.maxConcurrency(command);
  }
}
