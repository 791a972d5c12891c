package dev.facsimile.anonymize.detect.names;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;

/**
 * Names in texts of the languages that a policy lists. A text in another language, or in another
 * script, is reported as a whole: no one has measured what a finder of names misses there.
 */
public final class NamesInText implements Detector {
  private static final int FEW = 4;
  private static final double READABLE = 0.4;
  private static final double MOSTLY = 0.6;

  private final NameDetector names;
  private final List<String> languages;

  /**
   * A detector of {@code names} for {@code languages}.
   *
   * @throws IllegalArgumentException if it reads one of them not, or there is none
   */
  public NamesInText(NameDetector names, List<String> languages) {
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("names need a language that they can read, such as en");
    }
    for (String language : languages) {
      if (!names.reads(language)) {
        throw new IllegalArgumentException(
            "names detector '" + names.id() + "' does not read language '" + language + "'");
      }
    }
    this.names = names;
    this.languages = List.copyOf(languages);
  }

  /**
   * The detector that a pack holds: the first finder of names on the class path, otherwise the one
   * that ships, for those of {@code languages} that it reads; texts in the others are reported as a
   * whole.
   *
   * @throws IllegalArgumentException if it reads none of them
   */
  public static NamesInText of(List<String> languages) {
    NameDetector names =
        StreamSupport.stream(ServiceLoader.load(NameDetector.class).spliterator(), false)
            .findFirst()
            .orElseGet(CommonWords::new);
    return new NamesInText(names, languages.stream().filter(names::reads).toList());
  }

  @Override
  public String id() {
    return "names-" + names.id();
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.WHOLE_TEXT);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    Words words = Words.of(text);
    if (words.size() == 0) {
      return;
    }
    Optional<String> language = language(words);
    if (language.isPresent()) {
      names.find(text, language.get(), sink);
    } else {
      sink.found(start, end, "OTHER_LANGUAGE", Confidence.GUESS);
    }
  }

  /** The listed language that the text is in; empty if it is in another one. */
  private Optional<String> language(Words words) {
    List<String> lower = words.lower();
    String best = languages.get(0);
    for (String language : languages) {
      if (evidence(words, lower, language) > evidence(words, lower, best)) {
        best = language;
      }
    }
    double readable = readable(words, best);
    Optional<String> likely = Language.of(lower);
    int own = Language.count(lower, best);
    int foreign =
        likely
            .filter(code -> !languages.contains(code))
            .map(code -> Language.count(lower, code))
            .orElse(0);
    boolean other = foreign > own + 1 && (readable < MOSTLY || foreign > 3 * own + 1);
    return other || readable < READABLE ? Optional.empty() : Optional.of(best);
  }

  /** Little words count double; words with a capital, which may be names, not at all. */
  private static int evidence(Words words, List<String> lower, String language) {
    int common = 0;
    if (Vocabulary.LANGUAGES.contains(language)) {
      Vocabulary vocabulary = Vocabulary.of(language);
      for (int i = 0; i < lower.size(); i++) {
        common += !words.capital(i) && vocabulary.common(lower.get(i)) ? 1 : 0;
      }
    }
    return common + 2 * Language.count(lower, language);
  }

  /** Share of the words without a capital that are common; 1 where there are few of them. */
  private static double readable(Words words, String language) {
    if (!Vocabulary.LANGUAGES.contains(language)) {
      return 1;
    }
    Vocabulary vocabulary = Vocabulary.of(language);
    int small = 0;
    int common = 0;
    for (int i = 0; i < words.size(); i++) {
      if (!words.capital(i)) {
        small++;
        common += vocabulary.common(words.lower(i)) ? 1 : 0;
      }
    }
    return small < FEW ? 1 : (double) common / small;
  }
}
