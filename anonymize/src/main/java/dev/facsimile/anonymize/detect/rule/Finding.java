package dev.facsimile.anonymize.detect.rule;

/**
 * A stretch of the original text that must not be released.
 *
 * @param start first UTF-16 unit of it in the original text
 * @param end the unit after its last
 * @param type what it is, such as {@code EMAIL_ADDRESS} or {@code SECRET}: capitals, digits and
 *     underscores
 * @param detector id of the detector that found it, such as {@code github-token}
 * @param confidence how sure the detector is
 */
public record Finding(int start, int end, String type, String detector, Confidence confidence) {
  public Finding {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException("a finding from " + start + " to " + end + " is empty");
    }
    if (type.isEmpty() || detector.isEmpty()) {
      throw new IllegalArgumentException("a finding needs a type and a detector");
    }
  }

  /** Whether every unit of {@code other} lies in this one. */
  public boolean covers(Finding other) {
    return start <= other.start && other.end <= end;
  }
}
