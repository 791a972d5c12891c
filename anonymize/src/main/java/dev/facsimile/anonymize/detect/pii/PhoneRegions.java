package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Regions that the words before a number name: countries in English (from the JDK's locale data),
 * ISO codes in capitals, and the usual adjectives.
 */
final class PhoneRegions {
  private static final int LOOK_BACK = 40;
  private static final Map<String, String> BY_WORD = byWord();

  /** By the last five bits of the first letter, the lengths of the words, one bit each. */
  private static final long[] LENGTHS = lengths();

  private static final Set<String> CODES = Set.of(Locale.getISOCountries());

  private PhoneRegions() {}

  /** Regions named up to 40 units before {@code start}; a new set. */
  static Set<String> named(FoldedText text, int start) {
    Set<String> regions = new LinkedHashSet<>();
    String before = text.slice(start - LOOK_BACK, start);
    int from = 0;
    while (from < before.length()) {
      int point = before.codePointAt(from);
      int to = from;
      while (to < before.length() && Character.isLetter(before.codePointAt(to))) {
        to += Character.charCount(before.codePointAt(to));
      }
      add(before.substring(from, to), regions);
      from = to > from ? to : from + Character.charCount(point);
    }
    return regions;
  }

  private static void add(String word, Set<String> regions) {
    if (word.length() == 2 && CODES.contains(word)) {
      regions.add(word);
    } else if (word.length() > 1 && (LENGTHS[word.charAt(0) & 31] >>> word.length() & 1) != 0) {
      String region = BY_WORD.get(word.toLowerCase(Locale.ROOT));
      if (region != null) {
        regions.add(region);
      }
    }
  }

  private static long[] lengths() {
    long[] lengths = new long[32];
    BY_WORD.keySet().forEach(word -> lengths[word.charAt(0) & 31] |= 1L << word.length());
    return lengths;
  }

  private static Map<String, String> byWord() {
    Map<String, String> words = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (String code : Locale.getISOCountries()) {
      for (String word : new Locale("", code).getDisplayCountry(Locale.ENGLISH).split(" ")) {
        if (word.length() > 3 && seen.add(word)) {
          words.put(word.toLowerCase(Locale.ROOT), code);
        }
      }
    }
    String adjectives =
        "usa US,american US,uk GB,british GB,english GB,israeli IL,japanese JP,chinese CN,german"
            + " DE,french FR,spanish ES,italian IT,brazilian BR,portuguese PT,indian IN,turkish"
            + " TR,korean KR,russian RU,dutch NL,swedish SE,finnish FI,polish PL,mexican"
            + " MX,australian AU,canadian CA,philippine PH,filipino PH,thai TH,swiss CH,austrian"
            + " AT,danish DK,norwegian NO,greek GR,irish IE,belgian BE,nigerian NG,singaporean"
            + " SG,states US,kingdom GB,africa ZA,zealand NZ,arabia SA,emirates AE";
    for (String pair : adjectives.split(",")) {
      words.put(pair.substring(0, pair.length() - 3), pair.substring(pair.length() - 2));
    }
    words.remove("south");
    words.remove("north");
    words.remove("islands");
    words.remove("island");
    words.remove("united");
    words.remove("saint");
    words.remove("republic");
    return words;
  }
}
