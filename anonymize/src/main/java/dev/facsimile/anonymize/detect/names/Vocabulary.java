package dev.facsimile.anonymize.detect.names;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Words of a language that are in the vocabularies of several sources, in lower case, and those of
 * them that people are called by too. The files and their sources are described in the
 * documentation of the detectors; {@code bench/names} makes them.
 */
final class Vocabulary {
  /** Languages that have one. */
  static final List<String> LANGUAGES = List.of("en", "pt");

  private static final Map<String, Vocabulary> LOADED = new ConcurrentHashMap<>();

  private final Set<String> words = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  private Vocabulary(String language) {
    String file = "vocabulary-" + language + ".txt";
    try (InputStream in = Vocabulary.class.getResourceAsStream(file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    if (line.endsWith("^")) {
      words.add(line.substring(0, line.length() - 1));
      names.add(line.substring(0, line.length() - 1));
    } else if (!line.startsWith("#")) {
      words.add(line);
    }
  }

  /** The vocabulary of one of {@link #LANGUAGES}. */
  static Vocabulary of(String language) {
    return LOADED.computeIfAbsent(language, Vocabulary::new);
  }

  /** Whether {@code word}, in lower case, is common. */
  boolean common(String word) {
    return words.contains(word);
  }

  /** Whether people are called so too. */
  boolean name(String word) {
    return names.contains(word);
  }
}
