/**
 * A model of a continuous-batching serving engine, without a clock: every time is an argument, in
 * nanoseconds of any one clock, and the same calls give the same answers.
 *
 * <p>{@link dev.facsimile.replay.simulator.engine.Engine} runs one replica step by step: the {@link
 * dev.facsimile.replay.simulator.engine.Scheduler} decides what a step works on under vLLM's limits
 * ({@link dev.facsimile.replay.simulator.engine.EngineLimits}), the {@link
 * dev.facsimile.replay.simulator.engine.KvCache} holds the paged memory and its prefix cache, and
 * {@link dev.facsimile.replay.simulator.engine.StepCost} says how long the step takes.
 */
package dev.facsimile.replay.simulator.engine;
