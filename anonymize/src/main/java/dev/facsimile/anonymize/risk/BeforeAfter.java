package dev.facsimile.anonymize.risk;

/**
 * One measure on both sides of the policy.
 *
 * @param before of the raw rows
 * @param after of the released rows
 * @param <T> the measure's figures
 */
public record BeforeAfter<T>(T before, T after) {}
