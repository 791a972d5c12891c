/**
 * Exports: a workload, or a trace taken as it stands, in the form that other load tools read. A
 * format knows how one row becomes one line; {@link dev.facsimile.synth.export.Export} does the
 * rest and tells what was lost.
 */
package dev.facsimile.synth.export;
