package dev.facsimile.replay.endpoint;

/**
 * What a model said.
 *
 * @param content the answer
 * @param reasoning what it thought before
 * @param toolCalls names and arguments of the tools that it called, one after another as they came
 */
public record AnswerText(String content, String reasoning, String toolCalls) {}
