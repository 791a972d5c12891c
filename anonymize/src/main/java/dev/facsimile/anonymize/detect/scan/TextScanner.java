package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs detectors over texts. One scanner serves all threads.
 *
 * <p>Findings are in UTF-16 units of the text given, sorted by start, then longest first; they may
 * overlap where detectors of different types agree on a place. {@link Redaction} makes one layer of
 * them.
 */
public final class TextScanner {
  private final List<Detector> detectors;

  /** A scanner of {@code detectors}. */
  public TextScanner(List<Detector> detectors) {
    this.detectors = List.copyOf(detectors);
  }

  /** All findings in {@code text}. */
  public List<Finding> scan(String text) {
    FoldedText folded = FoldedText.of(text);
    List<Finding> findings = new ArrayList<>();
    for (Detector detector : detectors) {
      FindingSink sink =
          (start, end, type, confidence) ->
              findings.add(
                  new Finding(
                      folded.originalStart(start),
                      folded.originalEnd(end - 1),
                      type,
                      detector.id(),
                      confidence));
      for (Anchor anchor : detector.anchors()) {
        at(folded, anchor, detector, sink);
      }
    }
    return findings;
  }

  /**
   * Findings in a text that was cut into parts, such as the deltas of a stream: the parts are
   * scanned joined, and a finding that spans a cut is reported in each part it touches, in that
   * part's own units.
   *
   * @return one list for each part
   */
  public List<List<Finding>> scanParts(List<String> parts) {
    List<Finding> joined = scan(String.join("", parts));
    List<List<Finding>> found = new ArrayList<>(parts.size());
    int from = 0;
    for (String part : parts) {
      int base = from;
      int to = from + part.length();
      found.add(
          joined.stream()
              .filter(f -> f.start() < to && f.end() > base)
              .map(
                  f ->
                      new Finding(
                          Math.max(f.start(), base) - base,
                          Math.min(f.end(), to) - base,
                          f.type(),
                          f.detector(),
                          f.confidence()))
              .toList());
      from = to;
    }
    return found;
  }

  private static void at(FoldedText text, Anchor anchor, Detector detector, FindingSink sink) {
    if (anchor instanceof Anchor.Keyword keyword) {
      String literal = keyword.literal().toLowerCase(Locale.ROOT);
      String lower = text.string().toLowerCase(Locale.ROOT);
      for (int i = lower.indexOf(literal); i >= 0; i = lower.indexOf(literal, i + 1)) {
        detector.verify(text, i, i + literal.length(), sink);
      }
    } else if (anchor == Anchor.Lexical.AT_SIGN) {
      for (int i = text.string().indexOf('@'); i >= 0; i = text.string().indexOf('@', i + 1)) {
        detector.verify(text, i, i + 1, sink);
      }
    } else if (anchor == Anchor.Lexical.SCHEME) {
      for (int i = text.string().indexOf("://"); i >= 0; i = text.string().indexOf("://", i + 1)) {
        detector.verify(text, i, i + 3, sink);
      }
    } else if (anchor == Anchor.Lexical.DIGIT_RUN) {
      digitRuns(text, detector, sink);
    } else if (anchor == Anchor.Lexical.WHOLE_TEXT && text.length() > 0) {
      detector.verify(text, 0, text.length(), sink);
    }
  }

  private static void digitRuns(FoldedText text, Detector detector, FindingSink sink) {
    int i = 0;
    while (i < text.length()) {
      int end = i;
      while (text.at(end) >= '0' && text.at(end) <= '9') {
        end++;
      }
      if (end > i) {
        detector.verify(text, i, end, sink);
      }
      i = end + 1;
    }
  }
}
