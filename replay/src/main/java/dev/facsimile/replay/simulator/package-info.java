/**
 * The simulated server: slots, a first-come queue and exact delays ({@link
 * dev.facsimile.replay.simulator.SlotQueue}, numbers only), behind an OpenAI-compatible HTTP front
 * ({@link dev.facsimile.replay.simulator.SimulatedServer}). For demonstrations and tests; it says
 * of itself that it is a simulation.
 */
package dev.facsimile.replay.simulator;
