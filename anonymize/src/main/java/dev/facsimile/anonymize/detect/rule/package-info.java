/**
 * What a detector is: it names the {@link dev.facsimile.anonymize.detect.rule.Anchor}s at which it
 * wants to be woken, looks around one of them, and reports {@link
 * dev.facsimile.anonymize.detect.rule.Finding}s. Detectors see folded text, never offsets of the
 * original.
 */
package dev.facsimile.anonymize.detect.rule;
