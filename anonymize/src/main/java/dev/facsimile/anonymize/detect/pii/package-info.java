/**
 * Detectors of what points at a person, a place, a machine or an account, one file each. Identity
 * numbers of countries are in {@code national}; {@link
 * dev.facsimile.anonymize.detect.pii.PiiDetectors} lists everything.
 */
package dev.facsimile.anonymize.detect.pii;
