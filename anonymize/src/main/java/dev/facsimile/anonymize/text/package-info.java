/**
 * Text of a release: made-up text that has the token counts and the shared beginnings of the
 * original ({@code surrogate-text}), or the original with what the detectors found replaced ({@code
 * redacted-text}). {@link dev.facsimile.anonymize.text.TextProfile} is the door.
 */
package dev.facsimile.anonymize.text;
