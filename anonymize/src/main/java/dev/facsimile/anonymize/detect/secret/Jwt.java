package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * JSON web tokens, signed (three parts, the last may be empty) or encrypted (five): one finding
 * over all parts. Proven if the first part decodes to a JSON object (RFC 7515, section 7.1).
 */
public final class Jwt implements Detector {
  private static final int LONGEST_PART = 16_384;
  private static final int MOST_PARTS = 5;
  private static final int SHORTEST_PART = 8;
  private static final int PROBE = 64;

  @Override
  public String id() {
    return "jwt";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("eyj"), Anchor.keyword("eya"), Anchor.keyword("eyi"), Anchor.keyword("ewo"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (text.at(start) != 'e'
        || text.at(start + 1) != 'y' && text.at(start + 1) != 'w'
        || Chars.isBase64(text.at(start - 1)) && text.at(start - 1) != '/') {
      return;
    }
    int first = partEnd(text, start);
    if (first - start < SHORTEST_PART || text.at(first) != '.') {
      return;
    }
    int second = partEnd(text, first + 1);
    boolean json = isJsonHeader(text, start, first);
    if (second - first <= SHORTEST_PART && !(json && text.at(second) == '.')) {
      return;
    }
    int last = second;
    int parts = 2;
    while (parts < MOST_PARTS && text.at(last) == '.') {
      last = partEnd(text, last + 1);
      parts++;
    }
    while (text.at(last) == '=') {
      last++;
    }
    boolean twice = text.at(first + 1) == 'e' && text.at(first + 2) == 'y';
    if (json || twice && parts >= 3) {
      sink.found(start, last, "SECRET", json ? Confidence.PROVEN : Confidence.CONTEXTUAL);
    }
  }

  private static int partEnd(FoldedText text, int from) {
    int i = from;
    while (i - from < LONGEST_PART && Chars.isBase64(text.at(i))) {
      i++;
    }
    return i;
  }

  private static boolean isJsonHeader(FoldedText text, int start, int end) {
    int whole = Math.min(end, start + PROBE);
    String head =
        text.slice(start, whole - (whole - start) % 4).replace('+', '-').replace('/', '_');
    try {
      String json = new String(Base64.getUrlDecoder().decode(head), StandardCharsets.UTF_8).strip();
      return json.startsWith("{") && json.substring(1).strip().startsWith("\"");
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }
}
