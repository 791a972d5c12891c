package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gathers the findings of all layers in positions of the original, and drops repeated ones. */
final class Findings implements ViewScan.Report {
  static final String UNDECODED_TYPE = "BLOB";
  private static final String UNDECODED = "decode-budget";

  private final String original;
  private final List<Detector> detectors;
  private final List<Finding> all = new ArrayList<>();

  Findings(String original, List<Detector> detectors) {
    this.original = original;
    this.detectors = detectors;
  }

  @Override
  public void found(
      FoldedText text, int start, int end, String type, int detector, Confidence confidence) {
    add(text, start, end, type, detectors.get(detector).id(), confidence);
  }

  @Override
  public void undecoded(FoldedText text, int start, int end) {
    add(text, start, end, UNDECODED_TYPE, UNDECODED, Confidence.GUESS);
  }

  /** One finding for each stretch of the original that the units came from without a break. */
  private void add(
      FoldedText text, int start, int end, String type, String detector, Confidence confidence) {
    int from = text.originalStart(start);
    int to = text.originalEnd(start);
    if (text.map().isIdentity()) {
      to = text.originalEnd(end - 1);
    } else {
      for (int i = start + 1; i < end; i++) {
        int next = text.originalStart(i);
        if (next > to && !invisible(to, next)) {
          put(from, to, type, detector, confidence);
          from = next;
        }
        to = Math.max(to, text.originalEnd(i));
      }
    }
    put(from, to, type, detector, confidence);
  }

  private void put(int from, int to, String type, String detector, Confidence confidence) {
    if (from < to) {
      all.add(new Finding(from, to, type, detector, confidence));
    }
  }

  private boolean invisible(int from, int to) {
    for (int i = from; i < to; i++) {
      if (Character.getType(original.charAt(i)) != Character.FORMAT
          && Character.getType(original.charAt(i)) != Character.NON_SPACING_MARK
          && !Character.isSurrogate(original.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** By place, the longest first, the surest first of those. */
  private static int compare(Finding one, Finding other) {
    int order = Integer.compare(one.start(), other.start());
    order = order != 0 ? order : Integer.compare(other.end(), one.end());
    order = order != 0 ? order : one.confidence().compareTo(other.confidence());
    order = order != 0 ? order : one.type().compareTo(other.type());
    return order != 0 ? order : one.detector().compareTo(other.detector());
  }

  /**
   * In order of place, without those that a surer or equal one of the same type covers, and without
   * guesses inside of something proven.
   */
  List<Finding> sorted() {
    if (all.size() < 2) {
      return List.copyOf(all);
    }
    all.sort(Findings::compare);
    List<Finding> kept = new ArrayList<>(all.size());
    Map<String, int[]> reach = new HashMap<>();
    int proven = -1;
    for (Finding finding : all) {
      int[] ends = reach.computeIfAbsent(finding.type(), k -> new int[] {-1, -1, -1});
      boolean covered = finding.confidence() == Confidence.GUESS && proven >= finding.end();
      for (int c = 0; c <= finding.confidence().ordinal(); c++) {
        covered |= ends[c] >= finding.end();
      }
      if (!covered) {
        kept.add(finding);
        int own = finding.confidence().ordinal();
        ends[own] = Math.max(ends[own], finding.end());
        proven =
            finding.confidence() == Confidence.PROVEN ? Math.max(proven, finding.end()) : proven;
      }
    }
    return List.copyOf(kept);
  }
}
