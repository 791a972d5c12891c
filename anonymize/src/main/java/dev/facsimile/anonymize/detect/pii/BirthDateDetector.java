package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates of birth: a date within a few words after one that speaks of birth. */
public final class BirthDateDetector implements Detector {
  private static final int LOOK_AHEAD = 64;
  private static final Pattern DATE =
      Pattern.compile(
          "(?<![\\d/.-])(?:\\d{1,2}[/. -]\\d{1,2}[/. -](?:19|20)?\\d{2}|(?:19|20)\\d{2}[/.-]\\d{1,2}[/.-]\\d{1,2}"
              + "|\\d{1,2}(?:st|nd|rd|th|\\.|º)?\\s(?:de\\s|of\\s)?\\p{L}{3,10}\\.?,?\\s(?:de\\s)?(?:19|20)\\d{2}"
              + "|\\p{Lu}\\p{L}{2,9}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s(?:19|20)\\d{2})(?!\\d)");

  @Override
  public String id() {
    return "birth-date";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("birth"),
        Anchor.keyword("born"),
        Anchor.keyword("dob"),
        Anchor.keyword("d.o.b"),
        Anchor.keyword("nascid"),
        Anchor.keyword("nascimento"),
        Anchor.keyword("nacimiento"),
        Anchor.keyword("naissance"),
        Anchor.keyword("geburt"),
        Anchor.keyword("geboren"),
        Anchor.keyword("nascita"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (Chars.latin(text.at(start - 1)) && text.at(start) != 'B') {
      return;
    }
    if (!Chars.digitIn(text, end, end + LOOK_AHEAD)) {
      return;
    }
    Matcher matcher = DATE.matcher(text.slice(end, end + LOOK_AHEAD));
    if (matcher.find()) {
      sink.found(
          end + matcher.start(), end + matcher.end(), "DATE_OF_BIRTH", Confidence.CONTEXTUAL);
    }
  }
}
