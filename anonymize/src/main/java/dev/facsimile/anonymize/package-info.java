/**
 * Makes an approved trace of a raw one: {@link dev.facsimile.anonymize.Anonymizer} reads the trace
 * twice under a {@link dev.facsimile.anonymize.policy.Policy}, writes a new trace that holds no raw
 * id, no absolute time, and of text what the policy's profile lets, and puts the manifest beside
 * it. {@link dev.facsimile.anonymize.SplitRelease} does the same by many tasks.
 */
package dev.facsimile.anonymize;
