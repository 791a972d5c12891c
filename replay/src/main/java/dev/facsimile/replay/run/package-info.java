/**
 * A replay from end to end: the plan ({@link dev.facsimile.replay.run.ReplayPlan}), the warm-up,
 * the engine, the run folder and the client's verdict on itself. {@link
 * dev.facsimile.replay.run.ReplayRun} is the door to the room.
 */
package dev.facsimile.replay.run;
