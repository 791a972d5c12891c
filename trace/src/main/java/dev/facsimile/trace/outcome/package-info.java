/**
 * What replay saw of each request. {@link dev.facsimile.trace.outcome.Outcome} is sealed: every
 * planned request ends as exactly one of its cases, and {@link
 * dev.facsimile.trace.outcome.Accounting} adds them up.
 */
package dev.facsimile.trace.outcome;
