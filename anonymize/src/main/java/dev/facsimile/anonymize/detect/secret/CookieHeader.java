package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values in {@code Cookie:} and {@code Set-Cookie:} headers that a server made. */
public final class CookieHeader implements Detector {
  private static final Pattern START = Pattern.compile("[\"']{0,2}\\s{0,2}[:=]\\s{0,2}[\"']?");
  private static final Pattern PAIR =
      Pattern.compile(
          "\\s{0,2}[\\w.!#$%&'*+^`|~-]{1,80}+=([^;\\s\"']{8,4000}+)(?:;|(?=[\\s\"'])|$)|\\s{0,2}[^;\\s\"']{1,100}+;");

  @Override
  public String id() {
    return "cookie-header";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.keyword("cookie"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    Matcher open = START.matcher(text.string());
    open.region(end, Math.min(text.length(), end + 8));
    if (!open.lookingAt()) {
      return;
    }
    Matcher pair = PAIR.matcher(text.string());
    int at = open.end();
    int limit = Math.min(text.length(), end + 4 * REACH);
    for (int k = 0; k < 64 && at < limit; k++) {
      pair.region(at, limit);
      if (!pair.lookingAt()) {
        return;
      }
      String value = pair.group(1);
      if (value != null && !Placeholder.isValue(value) && Entropy.random(value)) {
        sink.found(pair.start(1), pair.end(1), "SECRET", Confidence.CONTEXTUAL);
      }
      at = pair.end();
    }
  }
}
