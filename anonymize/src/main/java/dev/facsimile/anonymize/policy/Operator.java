package dev.facsimile.anonymize.policy;

import java.util.Locale;

/** What is done to a column's values. */
public enum Operator {
  /** No value survives. */
  DROP,
  /** Every value survives: measurements and flags. */
  KEEP,
  /** A dense number in random order stands for the value. */
  PSEUDONYM,
  /** Prefix blocks get dense numbers, separate for each unit unless k units share one. */
  BLOCK_IDS,
  /** Shifted so that the first is 0. */
  SHIFT_TO_ZERO,
  /** Values of fewer than k units become {@code other}. */
  SUPPRESS_RARE,
  /** Values outside a list of public, well-known ones become {@code other}. */
  WELL_KNOWN,
  /** Made-up text of the same token counts. */
  SURROGATE,
  /** The text with what the detectors found replaced. */
  REDACT,
  /** A length as it is. */
  EXACT,
  /** A length's class of 16 tokens, by its middle. */
  BUCKET_16,
  /** A length's class of 64 tokens, by its middle. */
  BUCKET_64;

  /** The word in a policy, such as {@code suppress-rare}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Tokens in a class of lengths; 1 where lengths stay as they are. */
  public int bucketTokens() {
    return this == BUCKET_16 ? 16 : this == BUCKET_64 ? 64 : 1;
  }
}
