package dev.facsimile.cli;

import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.prompt.History;
import dev.facsimile.replay.prompt.PromptPlan;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Counting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the prompts of a replay say, beyond how they are written. */
final class ReplayPromptOptions {
  @Mixin private PromptOptions prompts;

  @Option(
      names = "--history",
      defaultValue = "blocks",
      paramLabel = "blocks|planned|real",
      description =
          "What later turns of a session say of the earlier ones: blocks, one message that repeats"
              + " the plan's blocks; planned, the conversation with made-up answers; real, with the"
              + " server's own answers, for which they wait.")
  private History history;

  @Mixin private ContentOptions content;

  @Option(
      names = "--tools",
      paramLabel = "N",
      description =
          "Define N tools in every request, with a call and its result, all within the planned"
              + " length (openai-chat).")
  private Optional<Integer> tools;

  @Option(
      names = "--no-calibrate",
      description =
          "Count by the tokenizer's files alone; otherwise two short requests before the run tell"
              + " how many tokens the server counts around a text.")
  private boolean asTheFilesTell;

  @Option(
      names = "--count-answers",
      paramLabel = "SHARE",
      defaultValue = "1",
      description =
          "With --tokenizer: share of the answers whose tokens it counts too, on a thread of its"
              + " own; 0 for none, 1 unless given.")
  private double answersCounted;

  /** Whether a tokenizer is given. */
  boolean given() {
    return prompts.given();
  }

  /** The tokenizer that is given. */
  Optional<Path> tokenizer() {
    return prompts.tokenizer();
  }

  /** Refuses what cannot be done without a tokenizer, and numbers that make no sense. */
  void check(HelpfulCommand command) {
    boolean more = history != History.BLOCKS || content.file().isPresent() || tools.isPresent();
    if (more && !given()) {
      throw command.mistake(
          "--history, --content and --tools need --tokenizer, the served model's, to count by");
    }
    if (tools.orElse(1) < 1) {
      throw command.mistake("--tools is " + tools.get() + ", expected 1 or more");
    }
    if (!(answersCounted >= 0 && answersCounted <= 1)) {
      throw command.mistake("--count-answers is " + answersCounted + ", expected 0 to 1");
    }
    content.check(command);
  }

  /**
   * How a workload's prompts are written.
   *
   * @param endpoint the endpoint protocol's name
   */
  PromptPlan plan(Tokenizer loaded, WorkloadHeader header, String endpoint) throws IOException {
    return new PromptPlan(
        prompts.composer(loaded, header, counting(endpoint)),
        history,
        content
            .file()
            .map(f -> new PromptPlan.Content(f, content.tolerance(), content.contextWindow())),
        tools.map(OptionalInt::of).orElse(OptionalInt.empty()),
        !asTheFilesTell && prompts.count().isEmpty(),
        answersCounted);
  }

  /**
   * What is done with a plan of prompts.
   *
   * @param <T> what comes of it
   */
  interface Planned<T> {
    /** Does it; without a plan prompts are one word for each token. */
    T with(Optional<PromptPlan> plan) throws IOException;
  }

  /** Loads the tokenizer, where one is given, for as long as something takes. */
  <T> T with(WorkloadHeader header, String endpoint, Planned<T> work) throws IOException {
    if (!given()) {
      return work.with(Optional.empty());
    }
    try (Tokenizer loaded = Tokenizer.load(tokenizer().orElseThrow())) {
      return work.with(Optional.of(plan(loaded, header, endpoint)));
    }
  }

  /** A chat's server puts the prompt into the template, a completion's takes it as it is. */
  private static Counting counting(String endpoint) {
    return Endpoints.isChat(endpoint) ? Counting.CHAT : Counting.BARE;
  }
}
