package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;

/**
 * Findings in the texts that are released: every distinct value of a category goes through a
 * detector, where text is released every string of the first 1,000 contents and of every hundredth
 * after them too, and every id must be a word of ours with a number after it. The written bytes are
 * scanned apart, by verification.
 *
 * @param texts distinct values of categories, and strings of contents, looked at
 * @param ids ids looked at
 * @param findings texts and ids with a finding
 * @param share findings ÷ texts and ids, with Wilson's interval
 */
public record Residual(long texts, long ids, long findings, Estimate share) {
  private static final int ALL = 1_000;
  private static final int EVERY = 100;

  /** Tells how many findings a text holds. */
  @FunctionalInterface
  public interface Detector {
    /** Findings in {@code text}. */
    int findings(String text);
  }

  /** Looks at rows as they pass. */
  static final class Scan {
    private final Detector detector;
    private long ids;
    private long badIds;
    private long contents;
    private long strings;
    private long badStrings;

    Scan(Detector detector) {
      this.detector = detector;
    }

    void add(TraceRow released) {
      if (released.content().isPresent()) {
        if (contents < ALL || contents % EVERY == 0) {
          strings(tree(released.content().get()));
        }
        contents++;
      }
      id("request-", released.request().id());
      released.request().origin().tenant().ifPresent(id -> id("tenant-", id));
      released.request().conversation().sessionId().ifPresent(id -> id("session-", id));
      released.request().conversation().parentRequestId().ifPresent(id -> id("request-", id));
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
        badStrings += detector.findings(node.textValue()) > 0 ? 1 : 0;
      }
      node.forEach(this::strings);
    }

    private void id(String word, String id) {
      ids++;
      badIds += id.startsWith(word) && digits(id, word.length()) ? 0 : 1;
    }

    private static boolean digits(String id, int from) {
      for (int i = from; i < id.length(); i++) {
        if (id.charAt(i) < '0' || id.charAt(i) > '9') {
          return false;
        }
      }
      return id.length() > from;
    }

    Residual of(Side released) {
      long texts = strings;
      long bad = badIds + badStrings;
      for (Attribute attribute : Attribute.values()) {
        for (String text : released.profiles.texts(attribute)) {
          texts++;
          bad += detector.findings(text) > 0 ? 1 : 0;
        }
      }
      return new Residual(texts, ids, bad, Estimate.share(bad, Math.max(1, texts + ids)));
    }
  }
}
