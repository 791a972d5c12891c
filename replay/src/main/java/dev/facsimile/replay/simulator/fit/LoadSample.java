package dev.facsimile.replay.simulator.fit;

/**
 * What an engine said of itself at a moment.
 *
 * @param atNanos when, from the run's first arrival
 * @param running sequences that ran
 * @param waiting sequences in the queue
 */
public record LoadSample(long atNanos, double running, double waiting) {}
