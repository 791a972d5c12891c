/**
 * Detectors of credentials: what a vendor's token looks like, and what a place for one looks like.
 */
package dev.facsimile.anonymize.detect.secret;
