package dev.facsimile.anonymize.detect.names;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.text.DateFormatSymbols;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the words that several sources use in lower case and reports all others as possible names:
 * unknown words, words with a capital inside a sentence, and words that people are called by where
 * they have a capital. Particles between two reported words go too. It needs no list of names to be
 * complete: a name that nobody has heard of is reported because nobody has.
 */
public final class CommonWords implements NameDetector {
  private static final Set<String> ALWAYS = Set.of("i", "i'm", "i'll", "i've", "i'd", "ok");
  private static final Set<String> PARTICLES =
      Set.of(
          "de", "da", "do", "dos", "das", "di", "del", "della", "la", "le", "van", "von", "der",
          "den", "ten", "ter", "bin", "ibn", "al", "el", "du", "st", "e", "y", "o");
  private static final Set<String> ARTICLES =
      Set.of(
          "o", "a", "os", "as", "do", "da", "dos", "das", "no", "na", "nos", "nas", "ao", "aos",
          "à", "às", "pelo", "pela", "um", "uma");

  /** Months that people are called by. */
  private static final Set<String> CALLED = Set.of("april", "may", "june", "august");

  private static final Set<String> SHORTENED = Set.of("s", "t", "re", "ve", "ll", "d", "m");

  private final Map<String, Set<String>> calendars = new ConcurrentHashMap<>();

  /** The detector that ships. */
  public CommonWords() {}

  /** Whether an English word, in lower case, is common and nobody is called so. */
  public static boolean ordinary(String word) {
    Vocabulary english = Vocabulary.of("en");
    return english.common(word) && !english.name(word);
  }

  @Override
  public String id() {
    return "common-words";
  }

  @Override
  public boolean reads(String language) {
    return Vocabulary.LANGUAGES.contains(language);
  }

  @Override
  public void find(FoldedText text, String language, FindingSink sink) {
    Words words = Words.of(text);
    boolean[] kept = kept(words, language);
    join(words, kept);
    int at = 0;
    while (at < kept.length) {
      if (kept[at]) {
        at++;
        continue;
      }
      int last = at;
      while (last + 1 < kept.length && !kept[last + 1] && words.touchesNext(last)) {
        last++;
      }
      sink.found(words.start(at), words.end(last), "PERSON", Confidence.GUESS);
      at = last + 1;
    }
  }

  private boolean[] kept(Words words, String language) {
    Vocabulary vocabulary = Vocabulary.of(language);
    Set<String> calendar = calendars.computeIfAbsent(language, CommonWords::calendar);
    boolean[] kept = new boolean[words.size()];
    for (int i = 0; i < kept.length; i++) {
      String word = words.lower(i);
      boolean called = vocabulary.name(word);
      boolean known = common(vocabulary, word) || calendar.contains(word) && !called;
      boolean capital = words.capital(i) && !shouted(words, i);
      boolean free =
          !capital || calendar.contains(word) || words.opens(i) || office(words, i, language);
      kept[i] = ALWAYS.contains(word) || known && free && !(words.capital(i) && called);
    }
    return kept;
  }

  private static boolean common(Vocabulary vocabulary, String word) {
    if (vocabulary.common(word)) {
      return true;
    }
    int apostrophe = word.lastIndexOf('\'');
    return apostrophe > 0
        && SHORTENED.contains(word.substring(apostrophe + 1))
        && vocabulary.common(word.substring(0, apostrophe));
  }

  /** A word in capitals beside another such word: capitals say nothing there. */
  private static boolean shouted(Words words, int index) {
    return words.allCapitals(index)
        && (index > 0 && words.allCapitals(index - 1)
            || index + 1 < words.size() && words.allCapitals(index + 1));
  }

  /**
   * A common noun that Portuguese writes with a capital, such as {@code o Governo}: by itself after
   * an article.
   */
  private static boolean office(Words words, int index, String language) {
    return language.equals("pt")
        && index > 0
        && words.end(index) - words.start(index) > 3
        && ARTICLES.contains(words.lower(index - 1))
        && words.touchesNext(index - 1)
        && !(words.touchesNext(index) && words.capital(index + 1));
  }

  private static void join(Words words, boolean[] kept) {
    for (int i = 1; i + 1 < kept.length; i++) {
      boolean particle = kept[i] && PARTICLES.contains(words.lower(i)) && !words.opens(i);
      if (particle && touches(words, i) && !kept[i - 1] && beyond(words, kept, i)) {
        kept[i] = false;
      }
    }
  }

  private static boolean touches(Words words, int index) {
    return words.touchesNext(index - 1) && words.touchesNext(index);
  }

  /** Whether a reported word follows, perhaps after one more particle as in {@code van der}. */
  private static boolean beyond(Words words, boolean[] kept, int index) {
    if (!kept[index + 1]) {
      return true;
    }
    return index + 2 < kept.length
        && PARTICLES.contains(words.lower(index + 1))
        && words.touchesNext(index + 1)
        && !kept[index + 2];
  }

  /** Months and days of the week, which English writes with a capital. */
  private static Set<String> calendar(String language) {
    DateFormatSymbols symbols = DateFormatSymbols.getInstance(Locale.forLanguageTag(language));
    Set<String> words = new HashSet<>();
    for (String[] names : new String[][] {symbols.getMonths(), symbols.getWeekdays()}) {
      for (String name : names) {
        words.add(name.toLowerCase(Locale.ROOT));
      }
    }
    words.removeAll(CALLED);
    return words;
  }
}
