package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Anchor.Lexical;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * User and password before the host of a URL or connection string: {@code
 * postgres://user:password@host/}. The finding covers both, for a token may stand in either place.
 */
public final class UrlPassword implements Detector {
  private static final int LONGEST = 300;

  @Override
  public String id() {
    return "url-password";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Lexical.SCHEME);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (!Chars.isLetterOrDigit(text.at(start - 1))) {
      return;
    }
    int colon = -1;
    int at = -1;
    for (int i = end; i - end < LONGEST; i++) {
      char c = text.at(i);
      if (c == ':' && colon < 0) {
        colon = i;
      } else if (c == '@') {
        at = i;
      } else if (c <= ' ' || "\"'<>`\\".indexOf(c) >= 0 || at >= 0 && c == '/') {
        break;
      } else if (at < 0
          && (c == '/' || c == '?')
          && (colon < 0 || isPort(text, colon + 1, i) || !hasAtSoon(text, i))) {
        break;
      }
    }
    if (at <= end) {
      return;
    }
    if (colon < 0 || colon > at) {
      token(text, end, at, sink);
      return;
    }
    String password = text.slice(colon + 1, at);
    if (!password.isEmpty() && !Placeholder.isValue(password)) {
      sink.found(colon > end ? end : colon, at, "SECRET", Confidence.CONTEXTUAL);
    }
  }

  private static boolean isPort(FoldedText text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Chars.isDigit(text.at(i))) {
        return false;
      }
    }
    return to - from <= 5;
  }

  /** A password may hold a slash that should have been escaped; then an at sign follows soon. */
  private static boolean hasAtSoon(FoldedText text, int from) {
    for (int i = from + 1; i - from < 48; i++) {
      char c = text.at(i);
      if (c == '@') {
        return Chars.isLetterOrDigit(text.at(i + 1));
      }
      if (c <= ' ' || c == '/' || c == '?' || c == '&' || c == '"') {
        return false;
      }
    }
    return false;
  }

  /** {@code https://token@host}: a user name alone is a secret if it looks made by a machine. */
  private static void token(FoldedText text, int from, int at, FindingSink sink) {
    String user = text.slice(from, at);
    if (user.length() >= 16 && Entropy.random(user)) {
      sink.found(from, at, "SECRET", Confidence.CONTEXTUAL);
    }
  }
}
