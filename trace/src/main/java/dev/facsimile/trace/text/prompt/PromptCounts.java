package dev.facsimile.trace.text.prompt;

/**
 * How prompts of a run came out.
 *
 * @param prompts prompts made
 * @param tokens their tokens
 * @param verified prompts that were counted again whole
 * @param repaired of these, prompts that needed another end to have the planned count
 * @param tooShort prompts planned shorter than the chat template alone; they are as short as can be
 * @param inexact other prompts whose count is known not to be the planned one
 */
public record PromptCounts(
    long prompts, long tokens, long verified, long repaired, long tooShort, long inexact) {}
