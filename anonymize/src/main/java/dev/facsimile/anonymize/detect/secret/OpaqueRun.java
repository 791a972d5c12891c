package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Anchor.Lexical;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * A long run of letters of both cases and digits that nothing explains: not a hash or an id of
 * hexadecimal digits, not words. A guess, for policies that would rather lose text.
 */
public final class OpaqueRun implements Detector {
  private static final double BITS = 4.0;
  private static final int PROBE = 200;

  @Override
  public String id() {
    return "opaque-run";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Lexical.LONG_RUN);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    String head = text.slice(start, Math.min(end, start + PROBE));
    boolean upper = head.chars().anyMatch(c -> c >= 'G' && c <= 'Z');
    boolean lower = head.chars().anyMatch(c -> c >= 'g' && c <= 'z');
    if (upper && lower && Entropy.bits(head) >= BITS && Entropy.random(head)) {
      sink.found(start, end, "BLOB", Confidence.GUESS);
    }
  }
}
