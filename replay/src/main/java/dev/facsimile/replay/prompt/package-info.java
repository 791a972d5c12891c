/**
 * What the requests of a replay say: made-up prompts of planned lengths, real conversations, tools,
 * and the turns of conversations with the answers that came. {@link
 * dev.facsimile.replay.prompt.PromptPlan} is what was asked for, {@link
 * dev.facsimile.replay.prompt.Prompting} what writes it; {@link
 * dev.facsimile.replay.prompt.AnswerCounting} counts what comes back by the same tokenizer.
 */
package dev.facsimile.replay.prompt;
