package dev.facsimile.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Real conversations in place of made-up text, and which of them fit. */
final class ContentOptions {
  @Option(
      names = "--content",
      paramLabel = "FILE",
      description =
          "Real conversations to send instead of made-up text: ShareGPT, Alpaca or OpenAI messages,"
              + " as JSON or JSON Lines.")
  private Optional<Path> content;

  @Option(
      names = "--content-tolerance",
      defaultValue = "0.1",
      paramLabel = "SHARE",
      description = "How far a conversation's length may be from the plan; 0.1 unless given.")
  private double tolerance;

  @Option(
      names = "--context-window",
      paramLabel = "TOKENS",
      description = "The most tokens that a conversation and its planned answer may have.")
  private Optional<Integer> contextWindow;

  /** The conversations' file, if there is one. */
  Optional<Path> file() {
    return content;
  }

  /** How far a conversation's length may be from the plan, as a share of it. */
  double tolerance() {
    return tolerance;
  }

  /** The most tokens of a conversation and its answer. */
  OptionalInt contextWindow() {
    return contextWindow.map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** Refuses numbers that make no sense. */
  void check(HelpfulCommand command) {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw command.mistake("--content-tolerance is " + tolerance + ", expected 0 to 1");
    }
    if (contextWindow.orElse(1) < 1) {
      throw command.mistake("--context-window is " + contextWindow.get() + ", expected 1 or more");
    }
  }
}
