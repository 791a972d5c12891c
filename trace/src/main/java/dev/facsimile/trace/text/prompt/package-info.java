/**
 * Prompts of exactly planned lengths in a tokenizer's own tokens, made of words: {@link
 * dev.facsimile.trace.text.prompt.PromptComposer} writes a prompt from the ids of its blocks, in
 * pieces whose token counts add up wherever they stand, and counts again through the model's chat
 * template.
 */
package dev.facsimile.trace.text.prompt;
