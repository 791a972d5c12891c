/**
 * Which detectors there are: {@link dev.facsimile.anonymize.detect.Detectors} lists every one of
 * them in a rule pack that a policy names. What a detector is stands in {@code rule}, how texts are
 * scanned in {@code scan}.
 */
package dev.facsimile.anonymize.detect;
