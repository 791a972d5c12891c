package dev.facsimile.synth.prefix;

import java.util.Optional;

/**
 * What the blocks of a prompt are to be: the first ones of another, and a rest. How many there are
 * is known at once; which ones is told when all plans that were made before have told theirs. So
 * one thread can go on planning while another one works out the blocks.
 */
public final class PromptPlan {
  /** Works out a prompt. */
  @FunctionalInterface
  interface Completion {

    /**
     * The first {@code kept} blocks of {@code beginning} and a rest.
     *
     * @param blocks with the rest
     * @param full how many of those may be other prompts' too
     */
    Prompt complete(Prompt beginning, int kept, int blocks, int full);
  }

  private final Completion completion;
  private final Prompt beginning;
  private final int kept;
  private final int blocks;
  private final int full;
  private Optional<PromptPlan> before;
  private Optional<Prompt> prompt = Optional.empty();

  private PromptPlan(
      Completion completion,
      Optional<PromptPlan> before,
      Prompt beginning,
      int kept,
      int blocks,
      int full) {
    this.completion = completion;
    this.before = before;
    this.beginning = beginning;
    this.kept = kept;
    this.blocks = blocks;
    this.full = full;
  }

  /** One that begins with the first {@code kept} blocks of a planned one. */
  static PromptPlan after(
      PromptPlan before, int kept, int blocks, int full, Completion completion) {
    return new PromptPlan(completion, Optional.of(before), Prompt.EMPTY, kept, blocks, full);
  }

  /** One that begins with all blocks of {@code beginning}. */
  static PromptPlan of(Prompt beginning, int blocks, int full, Completion completion) {
    return new PromptPlan(
        completion, Optional.empty(), beginning, beginning.blocks(), blocks, full);
  }

  /** Its number of blocks. */
  int blocks() {
    return blocks;
  }

  /** The prompt; to be asked for in the order of the plans, by one thread at a time. */
  public Prompt prompt() {
    if (prompt.isEmpty()) {
      Prompt from = before.map(PromptPlan::prompt).orElse(beginning);
      prompt = Optional.of(completion.complete(from, kept, blocks, full));
      before = Optional.empty();
    }
    return prompt.get();
  }
}
