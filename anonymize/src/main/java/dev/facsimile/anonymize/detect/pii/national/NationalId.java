package dev.facsimile.anonymize.detect.pii.national;

import dev.facsimile.anonymize.detect.pii.ContextWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One kind of number that an authority gives to a person, a vehicle or a firm.
 *
 * @param type as findings name it, such as {@code US_SSN}
 * @param shapes groups of letters (L), digits (D) or both mixed (X) with their counts and
 *     separators, such as {@code D3-D2-D4}
 * @param rule whether the letters and digits, in capitals and without separators, can be one
 * @param evidence what else must hold
 * @param words words that say what it is, in the languages of its country and in English
 */
public record NationalId(
    String type,
    List<String> shapes,
    Predicate<String> rule,
    Evidence evidence,
    ContextWords words) {

  /** What must hold besides shape and rule. */
  public enum Evidence {
    /** Nothing: shape and check digits are rare enough together. */
    SHAPE,
    /** Nothing where separators stand; in one piece a word near it, or the text is it alone. */
    SEPARATED,
    /** A word near it, or the text is it alone, or a list of such. */
    WORDS,
    /** A word near it, or the text is this one value and nothing else. */
    WORDS_OR_WHOLE
  }

  public NationalId {
    shapes = List.copyOf(shapes);
  }

  /**
   * Builds one.
   *
   * @param shapes shapes separated by blanks; {@code ~} stands for each of hyphen, blank and dot,
   *     {@code _} for a blank, {@code u} for an underscore
   * @param words separated by commas
   */
  static NationalId of(
      String type, String shapes, Predicate<String> rule, Evidence evidence, String words) {
    List<String> all = new ArrayList<>();
    for (String shape : shapes.split(" ")) {
      if (shape.indexOf('~') < 0) {
        all.add(shape.replace('_', ' ').replace('u', '_'));
      } else {
        for (char separator : new char[] {'-', ' ', '.'}) {
          all.add(shape.replace('~', separator));
        }
      }
    }
    return new NationalId(type, all, rule, evidence, ContextWords.of(words));
  }

  /** A rule of a regular expression over the whole value. */
  static Predicate<String> like(String regex) {
    Pattern pattern = Pattern.compile(regex);
    return value -> pattern.matcher(value).matches();
  }
}
