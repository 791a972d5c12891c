/**
 * What kind of server is simulated: a scheduler's limits and a step's cost, read from YAML or
 * shipped ({@link dev.facsimile.replay.simulator.profile.Profiles}).
 */
package dev.facsimile.replay.simulator.profile;
