package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Postal addresses as far as structure goes: a number and names before a word for a street, a
 * suite, flat or box with its number, a postal code after a word for one. It never proves that no
 * address is there.
 */
public final class AddressDetector implements Detector {
  private static final int LOOK_BACK = 64;
  private static final int LOOK_AHEAD = 64;

  /** The number of a room begins within so many characters after its word. */
  private static final int FARTHEST_ROOM = 8;

  private static final Pattern BEFORE =
      Pattern.compile("\\d{1,5}[A-Za-z]?,?\\s(?:[\\p{L}\\p{N}'.-]{1,20}\\s){1,4}$");
  private static final Pattern ROOM =
      Pattern.compile(
          "(?:suite|apt\\.?|apartment|unit|p\\.?o\\.? box|postbox|flat)\\s?#?\\d{1,5}[A-Za-z]?\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern CODE =
      Pattern.compile(
          "(?:zip|postal|post)\\s?-?code(?:\\sis|\\s?[:=])?\\s?[\"']?([A-Z0-9]{2,5}["
              + " -]?[A-Z0-9]{2,4}\\b|\\d{4,6}\\b)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern FRONT =
      Pattern.compile(
          "(?:rua|avenida|av\\.|calle|via|rue|travessa|praça|plaza|piazza)\\s(?:[\\p{L}'.-]{1,20}\\s){1,5}?,?\\s?\\d{1,5}\\b",
          Pattern.CASE_INSENSITIVE);

  @Override
  public String id() {
    return "address";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword(" street"),
        Anchor.keyword(" avenue"),
        Anchor.keyword(" ave"),
        Anchor.keyword(" road"),
        Anchor.keyword(" lane"),
        Anchor.keyword(" boulevard"),
        Anchor.keyword(" blvd"),
        Anchor.keyword(" drive"),
        Anchor.keyword(" court"),
        Anchor.keyword("suite "),
        Anchor.keyword("apt"),
        Anchor.keyword("apartment "),
        Anchor.keyword("p.o. box"),
        Anchor.keyword("po box"),
        Anchor.keyword("postbox"),
        Anchor.keyword("zip code"),
        Anchor.keyword("zipcode"),
        Anchor.keyword("postal code"),
        Anchor.keyword("postcode"),
        Anchor.keyword("rua "),
        Anchor.keyword("avenida "),
        Anchor.keyword("calle "),
        Anchor.keyword("travessa "));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (text.at(start) == ' ') {
      street(text, start + 1, end, sink);
      return;
    }
    if (Chars.alnum(text.at(start - 1))) {
      return;
    }
    String ahead = text.slice(start, start + LOOK_AHEAD);
    String lower = ahead.toLowerCase(Locale.ROOT);
    boolean code =
        lower.startsWith("zip") || lower.startsWith("postal") || lower.startsWith("postcode");
    boolean front =
        lower.startsWith("rua")
            || lower.startsWith("aven")
            || lower.startsWith("calle")
            || lower.startsWith("trav");
    if (!code && !Chars.digitIn(text, end, front ? start + LOOK_AHEAD : end + FARTHEST_ROOM)) {
      return;
    }
    Matcher matcher = (code ? CODE : front ? FRONT : ROOM).matcher(ahead);
    if (matcher.lookingAt()) {
      int from = code ? matcher.start(1) : 0;
      sink.found(start + from, start + matcher.end(), "ADDRESS", Confidence.GUESS);
    }
  }

  private static void street(FoldedText text, int start, int end, FindingSink sink) {
    if (Chars.alnum(text.at(end)) || !Chars.digitIn(text, start - LOOK_BACK, start)) {
      return;
    }
    String back = text.slice(start - LOOK_BACK, start);
    Matcher matcher = BEFORE.matcher(back);
    if (matcher.find()
        && Character.isUpperCase(
            text.at(start - back.length() + nameStart(back, matcher.start())))) {
      sink.found(start - back.length() + matcher.start(), end, "ADDRESS", Confidence.GUESS);
    }
  }

  /** First unit after the number. */
  private static int nameStart(String back, int from) {
    int at = from;
    while (at < back.length() && back.charAt(at) != ' ') {
      at++;
    }
    return Math.min(at + 1, back.length() - 1);
  }
}
