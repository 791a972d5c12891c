package dev.facsimile.anonymize.policy;

import java.util.Locale;

/** What becomes of text. */
public enum Profile {
  /** No text at all: counts, keyed block ids, categories. */
  NO_TEXT,
  /** Made-up text of the same token counts and the same shared beginnings. */
  SURROGATE_TEXT,
  /** The text itself, with what the detectors found replaced. */
  REDACTED_TEXT;

  /** The word in a policy, such as {@code no-text}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a released row has content. */
  public boolean releasesText() {
    return this != NO_TEXT;
  }
}
