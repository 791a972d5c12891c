/**
 * Text as the detectors see it: {@link dev.facsimile.anonymize.detect.fold.FoldedText} has digits,
 * spaces, hyphens and full-width forms as ASCII and no invisible characters, and knows for each of
 * its units where it stands in the original.
 */
package dev.facsimile.anonymize.detect.fold;
