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
 * Places as coordinates: a latitude and a longitude by name, a pair after a word such as {@code
 * coordinates}, a {@code geo:} URI. Two places after the point are the least (about a kilometre).
 */
public final class GeoDetector implements Detector {
  private static final int LOOK_AHEAD = 96;
  private static final int LONGEST_WORD = 8;
  private static final int LONGEST_LINK = 12;
  private static final String NUMBER = "[+-]?\\d{1,3}[.,]\\d{2,15}+";
  private static final String HALF = NUMBER + "\\s?°?\\s?(?:[NSEWO]\\b)?";

  private static final Pattern NAMED =
      Pattern.compile(
          "lat(?:itude)?[\"']?\\s{0,3}[=:]?\\s{0,3}[\"']?"
              + HALF
              + "[\"']?(?:\\s{0,3}[,;&|/]?\\s{0,3}[\"']?(?:lon|lng|long)(?:gitude|itude)?[\"']?"
              + "\\s{0,3}[=:]?\\s{0,3}[\"']?"
              + HALF
              + ")?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern LONGITUDE =
      Pattern.compile(
          "(?:lon|lng|long)(?:gitude|itude)?[\"']?\\s{0,3}[=:]\\s{0,3}[\"']?" + HALF,
          Pattern.CASE_INSENSITIVE);
  private static final Pattern PAIR =
      Pattern.compile(
          "[-+]?\\d{1,3}\\.\\d{3,15}+\\s?°?[NS]?\\s{0,2}[,; ]\\s{0,2}[-+]?\\d{1,3}\\.\\d{3,15}+(?:\\s?°?[EWO]\\b)?");

  @Override
  public String id() {
    return "geo";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("lat"),
        Anchor.keyword("lon"),
        Anchor.keyword("lng"),
        Anchor.keyword("geo"),
        Anchor.keyword("gps"),
        Anchor.keyword("coord"),
        Anchor.keyword("point("),
        Anchor.keyword("point ("),
        Anchor.keyword("maps"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (Chars.latin(text.at(start - 1)) && Character.isLowerCase(text.at(start))) {
      return;
    }
    char kind = text.at(start);
    if (kind == 'l' || kind == 'L' ? !numberSoon(text, end) : !fractionIn(text, end)) {
      return;
    }
    String ahead = text.slice(start, start + LOOK_AHEAD);
    Matcher matcher = (kind == 'l' || kind == 'L' ? named(text, start) : PAIR).matcher(ahead);
    boolean found = kind == 'l' || kind == 'L' ? matcher.lookingAt() : matcher.find();
    if (found && digitIn(ahead, matcher.end())) {
      sink.found(start + matcher.start(), start + matcher.end(), "GEO", Confidence.CONTEXTUAL);
    }
  }

  /** Whether a digit follows the rest of the word and a few signs. */
  private static boolean numberSoon(FoldedText text, int from) {
    int i = from;
    while (i - from < LONGEST_WORD && Chars.latin(text.at(i))) {
      i++;
    }
    for (int to = i + LONGEST_LINK; i < to; i++) {
      char c = text.at(i);
      if (Chars.digit(c)) {
        return true;
      }
      if (Chars.latin(c) || c == 0) {
        return false;
      }
    }
    return false;
  }

  /** Whether a number with at least three places after the point stands ahead. */
  private static boolean fractionIn(FoldedText text, int from) {
    for (int i = from; i < from + LOOK_AHEAD && i < text.length(); i++) {
      if (text.at(i) == '.'
          && Chars.digit(text.at(i + 1))
          && Chars.digit(text.at(i - 1))
          && Chars.digit(text.at(i + 2))
          && Chars.digit(text.at(i + 3))) {
        return true;
      }
    }
    return false;
  }

  private static boolean digitIn(String text, int end) {
    return text.substring(0, end).chars().anyMatch(Character::isDigit);
  }

  private static Pattern named(FoldedText text, int start) {
    char second = text.at(start + 1);
    return second == 'a' || second == 'A' ? NAMED : LONGITUDE;
  }
}
