/**
 * Lengths: from counted token numbers to a marginal and a checkerboard copula, and from these to
 * pairs of lengths drawn by systematic resampling.
 */
package dev.facsimile.synth.length;
