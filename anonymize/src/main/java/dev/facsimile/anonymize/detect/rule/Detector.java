package dev.facsimile.anonymize.detect.rule;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.List;

/**
 * Finds one kind of value. A detector holds no state that changes: one instance serves all threads.
 *
 * <p>Text is hostile: around an anchor a detector looks at no more than {@link #REACH} units to
 * either side (more only inside a frame such as PEM whose end it finds once), and never reads the
 * same stretch again for each of many anchors in it. A detector that throws fails the run.
 */
public interface Detector {
  /** How far from its anchor a detector looks, in UTF-16 units. */
  int REACH = 1024;

  /** Name in reports and findings: lower-case words joined by hyphens, unique. */
  String id();

  /** Where it wants to be woken; at least one. */
  List<Anchor> anchors();

  /**
   * Looks around one anchor.
   *
   * @param text folded: digits, spaces, hyphens and full-width forms are ASCII, invisible
   *     characters are gone
   * @param start first unit of the anchor
   * @param end the unit after its last
   * @param sink takes the findings
   */
  void verify(FoldedText text, int start, int end, FindingSink sink);
}
