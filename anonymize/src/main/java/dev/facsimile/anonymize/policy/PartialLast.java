package dev.facsimile.anonymize.policy;

import java.util.Locale;

/** What becomes of a prompt's last block where it is not full. */
public enum PartialLast {
  /** It is left out. */
  DROP,
  /** It gets a number that no other block has, so that it tells nothing but that it is there. */
  RENUMBER,
  /** It is treated as a full one: equal ones stay equal. */
  KEEP;

  /** The word in a policy. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
