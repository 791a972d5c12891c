/**
 * Chat templates: the Jinja programs in a tokenizer's configuration that turn messages and tools
 * into the prompt a model sees. {@link dev.facsimile.trace.text.template.ChatTemplate} finds and
 * renders one; {@link dev.facsimile.trace.text.template.ServedMessages} gives it messages as an
 * inference server would. Inside, the lexer makes tokens, the parsers a tree of {@code Statement}s
 * and {@code Expression}s, {@code Renderer} and {@code Evaluator} walk it over {@code Value}s,
 * which print and compare as Python's do.
 */
package dev.facsimile.trace.text.template;
