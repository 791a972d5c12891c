/**
 * Several replicas of an engine behind a router ({@link
 * dev.facsimile.replay.simulator.fleet.Fleet}), and what can go wrong with them and with the wire
 * ({@link dev.facsimile.replay.simulator.fleet.Fault}). Without a clock, as the engine.
 */
package dev.facsimile.replay.simulator.fleet;
