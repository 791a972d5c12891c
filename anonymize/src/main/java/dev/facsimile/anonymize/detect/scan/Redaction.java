package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.rule.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes one layer of findings that do not overlap, and replaces them in a text. */
public final class Redaction {
  private static final Comparator<Finding> BY_PLACE =
      Comparator.comparingInt(Finding::start)
          .thenComparing(Finding::end, Comparator.reverseOrder())
          .thenComparing(Finding::confidence)
          .thenComparing(Finding::type)
          .thenComparing(Finding::detector);

  private Redaction() {}

  /**
   * One layer: findings that overlap become one stretch over all of them, named by the surest, and
   * among equals by the longest. Nothing that any finding covers is left out.
   */
  public static List<Finding> layer(List<Finding> findings) {
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.sort(BY_PLACE);
    List<Finding> layer = new ArrayList<>();
    for (Finding next : sorted) {
      Finding last = layer.isEmpty() ? next : layer.get(layer.size() - 1);
      if (layer.isEmpty() || next.start() >= last.end()) {
        layer.add(next);
      } else {
        layer.set(layer.size() - 1, union(last, next));
      }
    }
    return layer;
  }

  private static Finding union(Finding a, Finding b) {
    Finding name = b.confidence().compareTo(a.confidence()) < 0 ? b : a;
    return new Finding(
        a.start(), Math.max(a.end(), b.end()), name.type(), name.detector(), name.confidence());
  }

  /** {@code text} with each finding replaced by its type, such as {@code <EMAIL_ADDRESS>}. */
  public static String placeholders(String text, List<Finding> findings) {
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    for (Finding finding : layer(findings)) {
      out.append(text, from, finding.start()).append('<').append(finding.type()).append('>');
      from = finding.end();
    }
    return out.append(text, from, text.length()).toString();
  }
}
