/**
 * Two or more runs against each other: whether they may be compared at all, differences with
 * intervals for the whole run and for each slice, and whether answers changed in a way that passes
 * for speed. Several runs of the same load are repeats and count as one side.
 */
package dev.facsimile.analyze.compare;
