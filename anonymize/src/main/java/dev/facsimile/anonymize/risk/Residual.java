package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.TraceRow;

/**
 * Findings in the texts that are released: every distinct value of a category goes through a
 * detector, where text is released what {@link ResidualTexts} tells too, and every id must be a
 * word of ours with a number after it. The written bytes are scanned apart, by verification.
 *
 * @param texts distinct values of categories, and strings of contents, looked at
 * @param ids ids looked at
 * @param findings texts and ids with a finding
 * @param share findings ÷ texts and ids, with Wilson's interval
 */
public record Residual(long texts, long ids, long findings, Estimate share) {
  /** Tells how many findings a text holds. */
  @FunctionalInterface
  public interface Detector {
    /** Findings in {@code text}. */
    int findings(String text);
  }

  private static Residual of(long texts, long ids, long findings) {
    return new Residual(texts, ids, findings, Estimate.share(findings, Math.max(1, texts + ids)));
  }

  /** With what was found in contents that this has not looked at. */
  Residual plus(ResidualTexts.Found contents) {
    return of(texts + contents.strings(), ids, findings + contents.findings());
  }

  /** Looks at rows as they pass. */
  static final class Scan {
    private final Detector detector;
    private final ResidualTexts contents;
    private long ids;
    private long badIds;

    Scan(Detector detector) {
      this.detector = detector;
      this.contents = new ResidualTexts(detector, 0);
    }

    void add(TraceRow released) {
      released.content().ifPresent(contents::add);
      id("request-", released.request().id());
      released.request().origin().tenant().ifPresent(id -> id("tenant-", id));
      released.userId().ifPresent(id -> id("user-", id));
      released.request().conversation().sessionId().ifPresent(id -> id("session-", id));
      released.request().conversation().parentRequestId().ifPresent(id -> id("request-", id));
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
      long texts = 0;
      long bad = badIds;
      for (Attribute attribute : Attribute.values()) {
        for (String text : released.profiles.texts(attribute)) {
          texts++;
          bad += detector.findings(text) > 0 ? 1 : 0;
        }
      }
      return Residual.of(texts, ids, bad).plus(contents.found());
    }
  }
}
