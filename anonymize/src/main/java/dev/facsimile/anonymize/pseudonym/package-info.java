/**
 * Ids that replace ids: HMAC-SHA-256 under a key that is never written, then dense numbers in the
 * random order of those codes. There is no unkeyed hash here.
 */
package dev.facsimile.anonymize.pseudonym;
