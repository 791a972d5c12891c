package dev.facsimile.trace.text.prompt;

/**
 * A piece of text that has the same number of tokens wherever it stands among others.
 *
 * @param text the piece, with the space or mark that it begins with
 * @param tokens its tokens, 1 or more
 */
record Unit(String text, int tokens) {}
