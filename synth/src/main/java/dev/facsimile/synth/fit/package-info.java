/** Fitting: three passes over a trace, in parts that merge, and one model. */
package dev.facsimile.synth.fit;
