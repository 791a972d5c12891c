package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token that its vendor begins with a fixed prefix. Prefix, length and alphabet find it; a
 * checksum, where the vendor has one, only makes it surer: tokens of older or newer forms would
 * fail it.
 */
final class VendorToken implements Detector {
  private final String id;
  private final List<Anchor> anchors;
  private final Pattern pattern;

  /** Of the pattern, where it has one. */
  private final Optional<TokenShape> shape;

  private Predicate<String> checksum = token -> true;
  private boolean anyBody;
  private boolean alone;

  private VendorToken(String id, List<String> prefixes, String pattern) {
    this.id = id;
    this.anchors = prefixes.stream().map(Anchor::keyword).toList();
    this.pattern = Pattern.compile(pattern);
    this.shape = TokenShape.of(pattern);
  }

  /**
   * A family of tokens.
   *
   * @param prefix the literal that {@code pattern} begins with
   * @param pattern the whole token, upper and lower case as the vendor writes it; bounded
   */
  static VendorToken of(String id, String prefix, String pattern) {
    return new VendorToken(id, List.of(prefix), pattern);
  }

  /** As {@link #of(String, String, String)} with several prefixes. */
  static VendorToken of(String id, List<String> prefixes, String pattern) {
    return new VendorToken(id, prefixes, pattern);
  }

  /** The same family, whose tokens are proven only if {@code holds}. */
  VendorToken checked(Predicate<String> holds) {
    VendorToken token = copy();
    token.checksum = holds;
    return token;
  }

  /** The same family, whose bodies may look like placeholders. */
  VendorToken anyBody() {
    VendorToken token = copy();
    token.anyBody = true;
    return token;
  }

  /** The same family, which must not stand inside of a path, a file name or base64. */
  VendorToken alone() {
    VendorToken token = copy();
    token.alone = true;
    return token;
  }

  /** What the whole token is written like. */
  Pattern pattern() {
    return pattern;
  }

  private VendorToken copy() {
    VendorToken token =
        new VendorToken(
            id,
            anchors.stream().map(a -> ((Anchor.Keyword) a).literal()).toList(),
            pattern.pattern());
    token.checksum = checksum;
    token.anyBody = anyBody;
    token.alone = alone;
    return token;
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
    if (glued(text.at(start - 1)) || !goesOn(text, end)) {
      return;
    }
    int tokenEnd = tokenEnd(text, start);
    if (tokenEnd < 0 || gluedAfter(text, tokenEnd)) {
      return;
    }
    String token = text.slice(start, tokenEnd);
    if (!anyBody && Placeholder.isBody(token.substring(Math.min(end - start, token.length())))) {
      return;
    }
    if (PublishedKeys.contains(token)) {
      return;
    }
    sink.found(
        start,
        tokenEnd,
        "SECRET",
        checksum.test(token) ? Confidence.PROVEN : Confidence.CONTEXTUAL);
  }

  /** Where a token that begins at {@code start} ends, or a number below 0. */
  private int tokenEnd(FoldedText text, int start) {
    int to = Math.min(text.length(), start + REACH);
    if (shape.isPresent()) {
      return shape.get().end(text.bytes(), start, to);
    }
    Matcher matcher = pattern.matcher(text.string()).region(start, to);
    return matcher.lookingAt() ? matcher.end() : TokenShape.NONE;
  }

  /** A cheap look ahead: no token ends so soon after its prefix. */
  private static boolean goesOn(FoldedText text, int end) {
    return inToken(text.at(end)) && inToken(text.at(end + 4)) && inToken(text.at(end + 8));
  }

  private static boolean inToken(char c) {
    return c > ' ' && c != '(' && c != ')' && c != ',' && c != ';' && c != '"' && c != '\'';
  }

  private boolean glued(char before) {
    return Chars.isWord(before) || before == '+' || alone && "./-~".indexOf(before) >= 0;
  }

  private boolean gluedAfter(FoldedText text, int at) {
    char after = text.at(at);
    if (Chars.isLetterOrDigit(after)) {
      return true;
    }
    return alone && (after == '/' || after == '+' || after == '_')
        || alone && after == '.' && Chars.isLetterOrDigit(text.at(at + 1));
  }
}
