package dev.facsimile.anonymize.detect.scan;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.fold.OffsetMap;
import dev.facsimile.anonymize.detect.layer.Bidi;
import dev.facsimile.anonymize.detect.layer.Budget;
import dev.facsimile.anonymize.detect.layer.Decoded;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.Finding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Runs detectors over texts: over each text as it is, over what is encoded or escaped in it, and
 * over values split in it joined. One scanner serves all threads.
 *
 * <p>Findings are in UTF-16 units of the text given, sorted by start, then longest first; they may
 * overlap where detectors of different types agree on a place. {@link Redaction} makes one layer of
 * them. A detector that throws ends the scan with its exception: a text is never passed half looked
 * at.
 */
public final class TextScanner {
  /** How many encodings deep the scan goes. */
  public static final int DEPTH = 5;

  private final AnchorTable anchors;
  private final int depth;

  /** A scanner of {@code detectors} that goes {@value #DEPTH} encodings deep. */
  public TextScanner(List<Detector> detectors) {
    this(detectors, DEPTH);
  }

  /**
   * A scanner of {@code detectors}.
   *
   * @param depth how many encodings deep it goes; 0 is the text as it is alone
   */
  public TextScanner(List<Detector> detectors, int depth) {
    if (depth < 0 || depth > DEPTH) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 0 to " + DEPTH);
    }
    this.anchors = new AnchorTable(detectors);
    this.depth = depth;
  }

  /** All findings in {@code text}. */
  public List<Finding> scan(String text) {
    Findings findings = new Findings(text, anchors.detectors());
    Budget budget = new Budget(text.length());
    Deque<Layer> open = new ArrayDeque<>();
    open.add(new Layer(new Decoded(text, OffsetMap.IDENTITY), 0));
    while (!open.isEmpty()) {
      Layer layer = open.remove();
      FoldedText folded = FoldedText.of(layer.text.text(), layer.text.map());
      boolean deeper = layer.depth < depth;
      for (Decoded inner : new ViewScan(folded, anchors, budget, deeper, findings).run()) {
        open.add(new Layer(inner, layer.depth + 1));
      }
      if (deeper && !folded.map().isIdentity()) {
        for (Decoded shown : Bidi.decode(layer.text)) {
          open.add(new Layer(shown, layer.depth + 1));
        }
      }
    }
    return findings.sorted();
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
      int to = from + part.length();
      List<Finding> own = new ArrayList<>();
      for (Finding f : joined) {
        int start = Math.max(f.start(), from);
        int end = Math.min(f.end(), to);
        if (start < end) {
          own.add(new Finding(start - from, end - from, f.type(), f.detector(), f.confidence()));
        }
      }
      found.add(List.copyOf(own));
      from = to;
    }
    return found;
  }

  private record Layer(Decoded text, int depth) {}
}
