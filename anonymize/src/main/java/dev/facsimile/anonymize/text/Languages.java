package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.detect.names.Language;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether a text is in one of the languages that a policy lists. It is not a guess of the language:
 * a text is refused when a tenth of its letters are of a script that none of the listed languages
 * uses, when another language's commonest words outnumber those of the listed ones, and when it has
 * many words and none that a listed language has. Short texts and code pass by their script.
 */
final class Languages {
  private static final int MANY_WORDS = 24;
  private static final int LOOKED_AT = 4_000;
  private static final double FOREIGN = 0.1;
  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  private static final Map<UnicodeScript, Set<String>> SCRIPTS =
      Map.ofEntries(
          Map.entry(UnicodeScript.HAN, Set.of("zh", "ja", "yue")),
          Map.entry(UnicodeScript.HIRAGANA, Set.of("ja")),
          Map.entry(UnicodeScript.KATAKANA, Set.of("ja")),
          Map.entry(UnicodeScript.HANGUL, Set.of("ko")),
          Map.entry(UnicodeScript.CYRILLIC, Set.of("ru", "uk", "bg", "sr", "be", "mk", "kk", "mn")),
          Map.entry(UnicodeScript.ARABIC, Set.of("ar", "fa", "ur", "ps")),
          Map.entry(UnicodeScript.HEBREW, Set.of("he", "yi")),
          Map.entry(UnicodeScript.GREEK, Set.of("el")),
          Map.entry(UnicodeScript.THAI, Set.of("th")),
          Map.entry(UnicodeScript.DEVANAGARI, Set.of("hi", "mr", "ne")),
          Map.entry(UnicodeScript.BENGALI, Set.of("bn")),
          Map.entry(UnicodeScript.TAMIL, Set.of("ta")),
          Map.entry(UnicodeScript.TELUGU, Set.of("te")),
          Map.entry(UnicodeScript.GEORGIAN, Set.of("ka")),
          Map.entry(UnicodeScript.ARMENIAN, Set.of("hy")),
          Map.entry(UnicodeScript.ETHIOPIC, Set.of("am")));

  private final List<String> listed;

  Languages(List<String> listed) {
    this.listed = listed;
  }

  /** Whether a text may be released in part. */
  boolean allow(String text) {
    String begin = text.substring(0, Math.min(text.length(), LOOKED_AT));
    return scriptsAllow(begin) && wordsAllow(begin);
  }

  private boolean scriptsAllow(String text) {
    Map<UnicodeScript, Integer> letters = new EnumMap<>(UnicodeScript.class);
    text.codePoints()
        .filter(Character::isLetter)
        .forEach(point -> letters.merge(UnicodeScript.of(point), 1, Integer::sum));
    int all = letters.values().stream().mapToInt(Integer::intValue).sum();
    int foreign =
        letters.entrySet().stream()
            .filter(entry -> !listedUse(entry.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return foreign <= FOREIGN * all;
  }

  private boolean listedUse(UnicodeScript script) {
    return switch (script) {
      case COMMON, INHERITED -> true;
      // Names of functions and of models are Latin in every language's texts.
      case LATIN -> true;
      default -> SCRIPTS.getOrDefault(script, Set.of()).stream().anyMatch(listed::contains);
    };
  }

  private boolean wordsAllow(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int latin = 0;
    while (matcher.find()) {
      String word = matcher.group().toLowerCase(Locale.ROOT);
      latin += UnicodeScript.of(word.codePointAt(0)) == UnicodeScript.LATIN ? 1 : 0;
      words.add(word);
    }
    int own = most(words, Language.KNOWN.stream().filter(listed::contains));
    int other = most(words, Language.KNOWN.stream().filter(code -> !listed.contains(code)));
    if (other >= 2 && other > own) {
      return false;
    }
    boolean known = listed.stream().anyMatch(Language.KNOWN::contains);
    return !known || own > 0 || latin < MANY_WORDS || looksLikeCode(text);
  }

  private static int most(List<String> words, Stream<String> languages) {
    return languages.mapToInt(code -> Language.count(words, code)).max().orElse(0);
  }

  private static boolean looksLikeCode(String text) {
    long marks = text.chars().filter(c -> "{}()[]<>=;:_/\\\"'#$*".indexOf(c) >= 0).count();
    return marks > 0.04 * text.length();
  }
}
