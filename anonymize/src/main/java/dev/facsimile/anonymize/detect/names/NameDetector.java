package dev.facsimile.anonymize.detect.names;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.FindingSink;

/**
 * Finds names of people in a text whose language is known. Implementations are found by {@link
 * java.util.ServiceLoader}; one instance serves all threads. One that throws fails the run.
 */
public interface NameDetector {
  /** Name that a policy chooses it by, such as {@code common-words}. */
  String id();

  /** Whether it can read texts of {@code language}, an ISO 639-1 code. */
  boolean reads(String language);

  /**
   * Reports what must go, as type {@code PERSON}.
   *
   * @param language one that it {@link #reads}
   */
  void find(FoldedText text, String language, FindingSink sink);
}
