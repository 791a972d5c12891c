/**
 * The replay engine: one Netty event loop owns the schedule and the clock's zero, and the
 * connections too unless these are spread over several {@link dev.facsimile.replay.engine.Lane}s.
 * {@link dev.facsimile.replay.engine.Agenda} says which request is due next and when, as numbers
 * from numbers; {@link dev.facsimile.replay.engine.RequestFeed} makes requests ahead of the clock
 * on a thread of its own; {@link dev.facsimile.replay.engine.Engine} sends them when they are due
 * and hands on one outcome for each.
 */
package dev.facsimile.replay.engine;
