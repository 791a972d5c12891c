/**
 * A replay in virtual time: the same rows, outcomes and run folder as a replay over the wire, from
 * the engine model alone, without sockets and without waiting ({@link
 * dev.facsimile.replay.simulator.virtual.VirtualRun}). Everything in such a run is simulated, and
 * says so.
 */
package dev.facsimile.replay.simulator.virtual;
