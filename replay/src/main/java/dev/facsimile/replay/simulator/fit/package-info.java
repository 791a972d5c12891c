/**
 * Fits a profile to a run of a real engine: what is known of the run ({@link
 * dev.facsimile.replay.simulator.fit.RecordedRun}), the search over its first half ({@link
 * dev.facsimile.replay.simulator.fit.ProfileFit}), and the comparison on the whole ({@link
 * dev.facsimile.replay.simulator.fit.FitComparison}).
 */
package dev.facsimile.replay.simulator.fit;
