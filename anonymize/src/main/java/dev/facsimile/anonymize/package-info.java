/**
 * Makes an approved trace of a raw one: {@link dev.facsimile.anonymize.Anonymizer} reads the trace
 * twice under a {@link dev.facsimile.anonymize.policy.Policy}, writes a new trace that holds no
 * text, no raw id and no absolute time, and puts the manifest beside it.
 */
package dev.facsimile.anonymize;
