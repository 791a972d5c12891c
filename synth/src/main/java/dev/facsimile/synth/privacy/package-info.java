/**
 * Fitting with differential privacy: noisy counts of a trace, and a model made of nothing but
 * those.
 */
package dev.facsimile.synth.privacy;
