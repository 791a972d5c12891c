package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.io.Serializable;

/**
 * Findings in released contents: every string of the first 1,000 of a trace and of every hundredth
 * after them goes through a detector.
 */
public final class ResidualTexts {
  private static final int ALL = 1_000;
  private static final int EVERY = 100;

  private final Residual.Detector detector;
  private long contents;
  private long strings;
  private long findings;

  /**
   * Of a trace, or of a piece of one.
   *
   * @param before contents of the trace that come before
   */
  public ResidualTexts(Residual.Detector detector, long before) {
    this.detector = detector;
    this.contents = before;
  }

  /** The next content. */
  public void add(String released) {
    if (contents < ALL || contents % EVERY == 0) {
      strings(tree(released));
    }
    contents++;
  }

  private static JsonNode tree(String content) {
    try {
      return Json.tree(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("released content is no JSON", e);
    }
  }

  private void strings(JsonNode node) {
    if (node.isTextual()) {
      strings++;
      findings += detector.findings(node.textValue()) > 0 ? 1 : 0;
    }
    node.forEach(this::strings);
  }

  /**
   * What was found.
   *
   * @param strings strings looked at
   * @param findings of them, those with a finding
   */
  public record Found(long strings, long findings) implements Serializable {
    /** Of no content. */
    public static final Found NOTHING = new Found(0, 0);

    /** Of two pieces of a trace. */
    public Found plus(Found other) {
      return new Found(strings + other.strings, findings + other.findings);
    }
  }

  /** What was found, all being added. */
  public Found found() {
    return new Found(strings, findings);
  }
}
