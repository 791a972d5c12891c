/** Fitting: two passes over a trace, one model. */
package dev.facsimile.synth.fit;
