package dev.facsimile.anonymize.detect.rule;

/** Takes what a detector finds, in positions of the folded text that the detector was shown. */
@FunctionalInterface
public interface FindingSink {
  /**
   * Reports one finding.
   *
   * @param start first unit of the folded text
   * @param end the unit after the last
   * @param type what it is, such as {@code SECRET}
   * @param confidence how sure
   */
  void found(int start, int end, String type, Confidence confidence);
}
