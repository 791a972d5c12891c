package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A token whose fixed part stands in its middle, or that only its whole shape tells. */
final class ShapedToken implements Detector {
  private static final char ANYTHING = 0;

  private final String id;
  private final List<Anchor> anchors;
  private final int back;
  private final Pattern pattern;
  private final char before;

  private ShapedToken(String id, List<Anchor> anchors, int back, Pattern pattern, char before) {
    this.id = id;
    this.anchors = List.copyOf(anchors);
    this.back = back;
    this.pattern = pattern;
    this.before = before;
  }

  /**
   * A family.
   *
   * @param back the token begins at most so many units before the anchor
   * @param pattern the whole token, bounded
   */
  static ShapedToken of(String id, Anchor anchor, int back, String pattern) {
    return of(id, List.of(anchor), back, pattern);
  }

  /** A family with several anchors. */
  static ShapedToken of(String id, List<Anchor> anchors, int back, String pattern) {
    return new ShapedToken(id, anchors, back, Pattern.compile(pattern), ANYTHING);
  }

  /** A family whose anchor is a run of so many units. */
  static ShapedToken run(String id, int least, int most, int back, String pattern) {
    return of(id, new Anchor.Run(least, most), back, pattern);
  }

  /** The same family, with this character right before the anchor. */
  ShapedToken after(char sign) {
    return new ShapedToken(id, anchors, back, pattern, sign);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<Anchor> anchors() {
    return anchors;
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (before != ANYTHING && text.at(start - 1) != before) {
      return;
    }
    Matcher matcher = pattern.matcher(text.string());
    for (int from = start; from >= Math.max(0, start - back); from--) {
      if (Chars.isLetterOrDigit(text.at(from - 1))) {
        continue;
      }
      matcher.region(from, Math.min(text.length(), from + REACH));
      if (matcher.lookingAt()
          && matcher.end() > start
          && !Chars.isWord(text.at(matcher.end()))
          && !Placeholder.isBody(matcher.group())) {
        sink.found(from, matcher.end(), "SECRET", Confidence.PROVEN);
        return;
      }
    }
  }
}
