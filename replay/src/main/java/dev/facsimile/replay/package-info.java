/**
 * Replay: a workload as requests on the wire and a run folder of what came back ({@link
 * dev.facsimile.replay.run}); and the simulated server ({@link dev.facsimile.replay.simulator}).
 */
package dev.facsimile.replay;
