/**
 * Whether a load had the shape that was asked for: {@link dev.facsimile.replay.shape.LoadCheck}
 * judges arrival times, numbers in and sentences out.
 */
package dev.facsimile.replay.shape;
