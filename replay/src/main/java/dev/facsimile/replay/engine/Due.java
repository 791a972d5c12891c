package dev.facsimile.replay.engine;

/**
 * A request and when it should leave.
 *
 * @param request what to send
 * @param scheduledNanos when, from the run's zero
 */
record Due(PreparedRequest request, long scheduledNanos) {}
