package dev.facsimile.trace.text.prompt;

/**
 * A prompt.
 *
 * @param text what the user's message says, or the whole prompt of a completion
 * @param tokens its tokens, with the chat template's where that counts
 * @param verified whether the tokens were counted of the finished text; else they are the sum of
 *     its pieces
 */
public record ComposedPrompt(String text, int tokens, boolean verified) {}
