/**
 * How true a copy is to its source. Two {@link dev.facsimile.analyze.fidelity.Side sides} of
 * requests are compared on several axes; every difference is shown as an effect in a unit that a
 * person understands and as a multiple of the source's own noise. {@link
 * dev.facsimile.analyze.fidelity.FidelityAxes} lists the axes: one more is one class that
 * implements {@code FidelityAxis} and one line there.
 */
package dev.facsimile.analyze.fidelity;
