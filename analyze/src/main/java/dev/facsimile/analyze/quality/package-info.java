/**
 * Whether the answers are still right: items with expected answers among a run's requests, scored
 * with intervals, so that a faster server that got worse is seen.
 */
package dev.facsimile.analyze.quality;
