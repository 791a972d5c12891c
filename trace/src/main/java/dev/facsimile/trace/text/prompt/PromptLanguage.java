package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A language that prompts can be written in. Each has a list of common words, written for this
 * project, as a resource; words that stand first in it are drawn more often.
 */
public enum PromptLanguage {
  EN("en", Script.LATIN),
  DE("de", Script.LATIN),
  FR("fr", Script.LATIN),
  ES("es", Script.LATIN),
  PT("pt", Script.LATIN),
  IT("it", Script.LATIN),
  RU("ru", Script.CYRILLIC),
  KO("ko", Script.SPACED),
  ZH("zh", Script.CHINESE),
  JA("ja", Script.JAPANESE),
  /** Lines of a program, of no language in particular. */
  CODE("code", Script.LATIN);

  /** How words are put together. */
  private enum Script {
    LATIN,
    CYRILLIC,
    SPACED,
    CHINESE,
    JAPANESE
  }

  /** Words of a tokenizer's own vocabulary that may begin a block. */
  private static final Pattern LATIN_HEAD = Pattern.compile("[a-z]{3,10}");

  private static final Pattern CYRILLIC_HEAD = Pattern.compile("[а-я]{3,12}");

  /** Clauses of a language without spaces. */
  private static final int CLAUSES = 1_500;

  private final String code;
  private final Script script;

  PromptLanguage(String code, Script script) {
    this.code = code;
    this.script = script;
  }

  /** Its name in options, such as {@code en} or {@code code}. */
  public String code() {
    return code;
  }

  /** The language of that name. */
  public static Optional<PromptLanguage> of(String code) {
    String wanted = code.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(language -> language.code.equals(wanted)).findFirst();
  }

  /** All names, for messages. */
  public static List<String> codes() {
    return Arrays.stream(values()).map(PromptLanguage::code).toList();
  }

  /**
   * A piece of text that may follow any other.
   *
   * @param text begins with a space or a mark and ends with a letter
   * @param weight how often it is drawn, compared with others
   */
  record Phrase(String text, double weight) {}

  /** Which words of a tokenizer's vocabulary may begin a block; none if only its own may. */
  Optional<Pattern> heads() {
    return switch (script) {
      case LATIN -> Optional.of(LATIN_HEAD);
      case CYRILLIC -> Optional.of(CYRILLIC_HEAD);
      case SPACED, CHINESE, JAPANESE -> Optional.empty();
    };
  }

  /** What its texts are put together from. */
  List<Phrase> phrases() {
    if (this == CODE) {
      return lines();
    }
    List<String> words = List.of(resource().strip().split("\\s+"));
    return switch (script) {
      case LATIN, CYRILLIC, SPACED -> spaced(words);
      case CHINESE -> clauses(words, "，", "。");
      case JAPANESE -> clauses(words, "、", "。");
    };
  }

  /** Words by Zipf's law, now and then behind a comma, a full stop or the end of a paragraph. */
  private static List<Phrase> spaced(List<String> words) {
    List<Phrase> phrases = new ArrayList<>();
    for (int rank = 0; rank < words.size(); rank++) {
      String word = words.get(rank);
      double weight = 1.0 / (rank + 10);
      phrases.add(new Phrase(" " + word, 0.86 * weight));
      if (rank < 150) {
        phrases.add(new Phrase(", " + word, 0.055 * weight));
      }
      if (rank < 200) {
        phrases.add(new Phrase(". " + capital(word), 0.07 * weight));
      }
      if (rank < 60) {
        phrases.add(new Phrase(".\n\n" + capital(word), 0.015 * weight));
      }
    }
    return phrases;
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  /** Some words behind a mark: where no space stands between words, marks keep them apart. */
  private static List<Phrase> clauses(List<String> words, String comma, String stop) {
    List<Phrase> phrases = new ArrayList<>();
    for (int i = 0; i < CLAUSES; i++) {
      long bits = SeededStreams.mix(i);
      StringBuilder text = new StringBuilder(i % 4 == 3 ? stop : comma);
      for (int word = 0; word < 2 + i % 3; word++) {
        text.append(words.get((int) Long.remainderUnsigned(bits >>> (16 * word), words.size())));
      }
      phrases.add(new Phrase(text.toString(), 1));
    }
    return phrases;
  }

  /** The end of a line and the start of the next, so that a phrase begins and ends within one. */
  private List<Phrase> lines() {
    String[] parts = resource().split("\n--\n");
    List<String> ends = parts[0].lines().toList();
    List<String> starts = parts[1].strip().lines().toList();
    List<Phrase> phrases = new ArrayList<>();
    for (int end = 0; end < ends.size(); end++) {
      for (int start = end % 3; start < starts.size(); start += 3) {
        String indent = " ".repeat(4 * ((end + start) % 3));
        phrases.add(new Phrase(ends.get(end) + "\n" + indent + starts.get(start), 1));
      }
    }
    for (String name : List.of(" value", " index", " name", " result", " data", " size", " text")) {
      phrases.add(new Phrase(name, 1));
    }
    return phrases;
  }

  private String resource() {
    String name = code + ".txt";
    try (InputStream in = PromptLanguage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the word list " + name + " is not in the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
