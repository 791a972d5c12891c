/**
 * Looks at a release as its reader would: {@link dev.facsimile.anonymize.verify.Verifier} takes the
 * written bytes apart, runs the detectors over every string, looks for strings of the raw trace in
 * many encodings, and plants canaries in a copy.
 */
package dev.facsimile.anonymize.verify;
