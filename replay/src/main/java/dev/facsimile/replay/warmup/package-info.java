/**
 * What the client runs its own code in against, before a run's zero: a server on loopback that
 * answers every request alike, with as little code of its own as can be, so that the just-in-time
 * compiler's time goes to the client's ({@link dev.facsimile.replay.warmup.CannedServer}), and the
 * compiler's own account of its work ({@link dev.facsimile.replay.warmup.CompilerWork}). Nothing
 * here is a measure of anything.
 */
package dev.facsimile.replay.warmup;
