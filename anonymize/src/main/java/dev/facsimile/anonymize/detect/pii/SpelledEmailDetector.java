package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * E-mail addresses spelled out against harvesters: {@code ann (at) host.example}, {@code ann at
 * host dot com}. Where the {@code at} is a bare word, a spelled {@code dot} must follow.
 */
public final class SpelledEmailDetector implements Detector {
  private static final int LOOK_BACK = 80;
  private static final int LOOK_AHEAD = 120;
  private static final String WORD = "[\\p{L}\\p{N}_+-]";

  private static final Pattern LOCAL =
      Pattern.compile(
          WORD
              + "{1,40}+(?:(?:\\.|\\s?[\\[({<]\\s?dot\\s?[\\])}>]\\s?|\\sdot\\s)"
              + WORD
              + "{1,40}+){0,4}\\s?$",
          Pattern.CASE_INSENSITIVE);
  private static final String ANY_DOT =
      "(?:\\.|\\s?[\\[({<]\\s?(?:dot|punkt|ponto|punto|point)\\s?[\\])}>]\\s?|\\s(?:dot|punkt|ponto|punto)\\s)";
  private static final Pattern DOMAIN =
      Pattern.compile(
          "\\s?([\\p{L}\\p{N}-]{1,63}+(?:" + ANY_DOT + "[\\p{L}\\p{N}-]{1,63}+){1,5})",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern SPELLED_DOT =
      Pattern.compile(
          "[\\s\\[({<](?:dot|punkt|ponto|punto|point)[\\s\\])}>]", Pattern.CASE_INSENSITIVE);

  /**
   * Whether a spelled dot begins a word ahead: what follows a bare {@code at} in prose does not.
   */
  private static boolean dotSoon(FoldedText text, int from) {
    int to = Math.min(from + LOOK_AHEAD, text.length());
    for (int i = from; i < to; i++) {
      int c = text.at(i) | 0x20;
      if (c == 'd' ? spells(text, i, "dot") : c == 'p' && spelledOtherwise(text, i)) {
        if (beginsDot(text.at(i - 1))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the word ahead is followed by a dot or what may spell one: in prose few are. */
  private static boolean mayBeDomain(FoldedText text, int from) {
    int i = Chars.isSpace(text.at(from)) ? from + 1 : from;
    while (i - from < LOOK_AHEAD
        && (Chars.alnum(text.at(i)) || text.at(i) == '-' || text.at(i) > 0x7f)) {
      i++;
    }
    char c = text.at(i);
    if (!Chars.isSpace(c)) {
      return c == '.' || beginsDot(c);
    }
    int next = text.at(i + 1) | 0x20;
    return next == 'd' || next == 'p' || beginsDot(text.at(i + 1));
  }

  private static boolean spelledOtherwise(FoldedText text, int at) {
    return spells(text, at, "punkt")
        || spells(text, at, "punto")
        || spells(text, at, "point")
        || spells(text, at, "ponto");
  }

  private static boolean spells(FoldedText text, int at, String word) {
    for (int i = 0; i < word.length(); i++) {
      if ((text.at(at + i) | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean beginsDot(char c) {
    return Chars.isSpace(c) || c == '[' || c == '(' || c == '{' || c == '<';
  }

  @Override
  public String id() {
    return "email-spelled";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("(at)"),
        Anchor.keyword("[at]"),
        Anchor.keyword("{at}"),
        Anchor.keyword("<at>"),
        Anchor.keyword("( at )"),
        Anchor.keyword("[ at ]"),
        Anchor.keyword("(arroba)"),
        Anchor.keyword("[arroba]"),
        Anchor.keyword(" at "),
        Anchor.keyword(" arroba "));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    boolean bare = text.at(start) == ' ';
    if (bare && !(mayBeDomain(text, end) && dotSoon(text, end))) {
      return;
    }
    String ahead = text.slice(end, end + LOOK_AHEAD);
    if (bare && !SPELLED_DOT.matcher(ahead).find()) {
      return;
    }
    Matcher domain = DOMAIN.matcher(ahead);
    if (!domain.lookingAt() || bare && !SPELLED_DOT.matcher(domain.group()).find()) {
      return;
    }
    String back = text.slice(start - LOOK_BACK, start);
    Matcher local = LOCAL.matcher(back);
    if (local.find()) {
      sink.found(
          start - back.length() + local.start(),
          end + domain.end(1),
          "EMAIL_ADDRESS",
          Confidence.CONTEXTUAL);
    }
  }
}
