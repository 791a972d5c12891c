/** Detectors of what points at a person, a place, a machine or an account. */
package dev.facsimile.anonymize.detect.pii;
