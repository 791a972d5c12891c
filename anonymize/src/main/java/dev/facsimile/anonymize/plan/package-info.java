/**
 * Looks before a release: what is in a raw trace, what a policy would do to each column, and a
 * sampled comparison. Shows names of columns, counts, shares and lengths, never a value.
 */
package dev.facsimile.anonymize.plan;
