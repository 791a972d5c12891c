/**
 * The simulated server: an HTTP front that speaks vLLM's protocols ({@link
 * dev.facsimile.replay.simulator.SimulatedServer}) before one of two models of a server: slots and
 * a first-come queue with exact delays ({@link dev.facsimile.replay.simulator.ServerModel}), or
 * replicas of a continuous-batching engine (the packages below). For demonstrations, tests and
 * planning; it says of itself that it is a simulation.
 */
package dev.facsimile.replay.simulator;
