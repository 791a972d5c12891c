package dev.facsimile.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How many requests go on at a time and how long they may, of real servers and simulated ones. */
final class ReplayFlightOptions {
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
      names = "--drain",
      defaultValue = "10m",
      paramLabel = "TIME",
      description = "How long to wait after the last dispatch; what is left is cancelled.")
  private Duration drain;

  OptionalInt maxConcurrency(HelpfulCommand command) {
    int cap = maxConcurrency.orElse(1);
    if (cap < 1) {
      throw command.mistake("--max-concurrency is " + cap + ", expected more than 0");
    }
    return maxConcurrency.isPresent() ? OptionalInt.of(cap) : OptionalInt.empty();
  }

  Duration timeout() {
    return timeout;
  }

  Duration drain() {
    return drain;
  }
}
