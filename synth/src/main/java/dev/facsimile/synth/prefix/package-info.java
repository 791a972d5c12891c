/**
 * Prefix reuse: from the blocks of a trace to how its prompts continue earlier ones, and from that
 * to prompts that share their leading blocks in the same way.
 */
package dev.facsimile.synth.prefix;
