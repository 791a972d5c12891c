package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * Signatures, keys and session tokens in the query of a URL: presigned URLs of S3 and of Google,
 * shared access signatures of Azure, CloudFront, webhooks.
 */
public final class SignedUrl implements Detector {
  private static final int LONGEST = 4096;
  private static final int LEAST = 16;

  @Override
  public String id() {
    return "signed-url";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("sig="),
        Anchor.keyword("signature="),
        Anchor.keyword("x-amz-security-token="),
        Anchor.keyword("x-amz-credential="),
        Anchor.keyword("x-goog-credential="),
        Anchor.keyword("key-pair-id="),
        Anchor.keyword("accountkey="),
        Anchor.keyword("sharedaccesskey="));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    char before = text.at(start - 1);
    if (Chars.isLetterOrDigit(before)) {
      return;
    }
    int to = end;
    while (to - end < LONGEST && inValue(text.at(to))) {
      to++;
    }
    while (to - end < LONGEST && text.at(to) == '=') {
      to++;
    }
    String value = text.slice(end, to);
    boolean digits = value.chars().anyMatch(c -> Chars.isDigit((char) c));
    if (value.length() >= LEAST && digits && !Placeholder.isValue(value)) {
      sink.found(end, to, "SECRET", Confidence.CONTEXTUAL);
    }
  }

  private static boolean inValue(char c) {
    return Chars.isBase64(c) || c == '%' || c == '~' || c == '.';
  }
}
