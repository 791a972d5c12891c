/**
 * Real conversations as prompts: a file of them is read ({@link
 * dev.facsimile.trace.text.content.ContentFile}), and planned requests get those whose lengths are
 * nearest to the plan's ({@link dev.facsimile.trace.text.content.ContentChoice}).
 */
package dev.facsimile.trace.text.content;
