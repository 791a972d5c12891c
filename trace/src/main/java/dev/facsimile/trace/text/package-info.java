/**
 * Text and tokens: a Hugging Face tokenizer ({@link dev.facsimile.trace.text.Tokenizer}) with its
 * chat template, a prompt's chained block ids ({@link dev.facsimile.trace.text.BlockChain}) and the
 * text of a planned prompt ({@link dev.facsimile.trace.text.PromptText}).
 */
package dev.facsimile.trace.text;
