package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * URLs that say more than where a public page is: those with a user part or a query. With {@code
 * every} all of them.
 */
public final class UrlDetector implements Detector {
  private static final int LONGEST = 2048;
  private static final int LONGEST_SCHEME = 16;

  private final boolean every;

  /** Of every URL, or of those with a user part or a query alone. */
  public UrlDetector(boolean every) {
    this.every = every;
  }

  @Override
  public String id() {
    return every ? "url" : "url-private";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.SCHEME);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int from = start;
    while (start - from < LONGEST_SCHEME
        && (Chars.alnum(text.at(from - 1)) || text.at(from - 1) == '+')) {
      from--;
    }
    if (from == start) {
      return;
    }
    int to = end;
    boolean user = false;
    boolean query = false;
    boolean path = false;
    while (to - end < LONGEST && inUrl(text.at(to)) && !another(text, to)) {
      char c = text.at(to);
      path |= c == '/';
      user |= c == '@' && !path;
      query |= c == '=' && to > end;
      to++;
    }
    while (to > end && ".,;:!?)'*".indexOf(text.at(to - 1)) >= 0) {
      to--;
    }
    if (to > end && (every || user || query)) {
      sink.found(from, to, "URL", Confidence.CONTEXTUAL);
    }
  }

  /** Another URL begins here; it is looked at by itself, so that no stretch is read twice. */
  private static boolean another(FoldedText text, int at) {
    return text.at(at) == ':' && text.at(at + 1) == '/' && text.at(at + 2) == '/';
  }

  private static boolean inUrl(char c) {
    return c > ' ' && c != '"' && c != '<' && c != '>' && c != '\\' && c != '`' && c != '|'
        && c != '{' && c != '}';
  }
}
