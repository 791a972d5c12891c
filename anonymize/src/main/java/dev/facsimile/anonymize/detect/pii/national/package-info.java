/**
 * Identity, tax, health and licence numbers, a file for each part of the world. {@link
 * dev.facsimile.anonymize.detect.pii.national.NationalIdDetector} finds them by the shape of their
 * groups of letters and digits; each {@link dev.facsimile.anonymize.detect.pii.national.NationalId}
 * says which shapes, which check, and whether words must stand near.
 */
package dev.facsimile.anonymize.detect.pii.national;
