/**
 * Seeded streams of random numbers. A stream is named, not positioned: its numbers depend on (seed,
 * name, index) alone, so that results do not depend on the order of work or the thread count.
 */
package dev.facsimile.trace.random;
