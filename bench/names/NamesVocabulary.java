import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Makes the vocabulary that the names detector keeps. A word of a language is kept if at least K
 * of the sources use it, and use it in lower case more than with a capital:
 *
 * <ul>
 *   <li>three byte-pair vocabularies, each learned from the web at large: a word is in one if it
 *       has a token of its own, and it is a common word if the token in lower case was learned
 *       before the one with a capital (the order of merges is the order of frequency);
 *   <li>the most frequent words of film subtitles in that language.
 * </ul>
 *
 * <p>The tokenizers know many languages: but for English, a word must be among the subtitles' too. Words
 * that people are also called by are marked with {@code ^}: they are kept in lower case only.
 */
final class NamesVocabulary {
  private static final String[] TOKENIZERS = {"r50k_base", "cl100k_base", "o200k_base"};
  private static final int NEVER = Integer.MAX_VALUE;
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern KEY = Pattern.compile("^\\s+(\\w+):");
  private static final Pattern WORD = Pattern.compile("\\p{Ll}+(?:['’-]\\p{Ll}+)*");
  private static final Set<String> TITLES =
      Set.of("mr", "mrs", "ms", "dr", "prof", "sir", "miss", "capt", "sgt", "rev", "jr", "sr", "sra",
          "dra", "srta", "dom", "dona", "md", "phd", "esq", "lt", "col", "gen", "sen", "rep");

  private NamesVocabulary() {}

  /**
   * Arguments: jtokkit jar, folder of an unpacked word list package, language, K, datafaker jar, its
   * files of names separated by commas, output file.
   */
  public static void main(String[] args) throws IOException {
    Path words = Path.of(args[1]);
    int k = Integer.parseInt(args[3]);
    List<String> subtitles = strings(words.resolve("src/commonWords.json"));
    Set<String> names = new HashSet<>(strings(words.resolve("src/firstnames.json")));
    for (String locale : args[5].split(",")) {
      names.addAll(names(Path.of(args[4]), locale));
    }
    List<Map<String, Integer>> tokenizers = tokenizers(Path.of(args[0]));
    Map<String, Integer> uses = new HashMap<>();
    for (Map<String, Integer> tokenizer : tokenizers) {
      tokenizer.keySet().stream()
          .filter(token -> token.startsWith(" ") && WORD.matcher(token.substring(1)).matches())
          .filter(token -> tokenizer.get(token) < rank(tokenizer, capital(token)))
          .forEach(token -> uses.merge(token.substring(1), 1, Integer::sum));
    }
    Set<String> spoken = new HashSet<>(subtitles);
    spoken.forEach(word -> uses.merge(word, 1, Integer::sum));
    Set<String> often = new HashSet<>(subtitles.subList(0, 150));
    Set<String> kept = new TreeSet<>();
    uses.forEach(
        (word, n) -> {
          boolean own = args[2].equals("en") || spoken.contains(word);
          boolean common = n >= k && own || n >= k - 1 && word.length() <= 2 && n > 0;
          boolean name = names.contains(word) && !often.contains(word);
          if (common && WORD.matcher(word).matches() && !TITLES.contains(word) && !(name && n < 3)) {
            kept.add(name ? word + "^" : word);
          }
        });
    List<String> lines = new ArrayList<>();
    lines.add("# Words kept in texts of language '" + args[2] + "': used by at least " + k + " of 4 sources.");
    lines.add("# Sources: byte-pair vocabularies r50k, cl100k and o200k as in com.knuddels:jtokkit 1.1.0 (MIT);");
    lines.add("# OpenSubtitles 2024 (OPUS, ODC-BY) by way of @zxcvbn-ts/language 4.1.1 (MIT).");
    lines.add("# ^ (kept in lower case only): given names of that package, names of net.datafaker:datafaker 2.4.2 (Apache-2.0).");
    lines.addAll(kept);
    Files.writeString(Path.of(args[6]), String.join("\n", lines) + "\n");
    System.out.println(args[6] + ": " + kept.size() + " words");
  }

  /** Single words under keys that end in {@code first_name} or {@code last_name}. */
  private static Set<String> names(Path jar, String entry) throws IOException {
    Set<String> names = new HashSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile());
        InputStream in = zip.getInputStream(zip.getEntry(entry))) {
      boolean inside = false;
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        Matcher key = KEY.matcher(line);
        if (key.find()) {
          inside = key.group(1).endsWith("first_name") || key.group(1).endsWith("last_name");
        }
        Matcher value = STRING.matcher(line);
        while (inside && value.find()) {
          names.add(value.group(1).toLowerCase(Locale.ROOT));
        }
      }
    }
    return names;
  }

  private static int rank(Map<String, Integer> tokenizer, String token) {
    return tokenizer.getOrDefault(token, NEVER);
  }

  private static String capital(String token) {
    int point = token.codePointAt(1);
    return " " + Character.toString(Character.toUpperCase(point)) + token.substring(1 + Character.charCount(point));
  }

  private static List<Map<String, Integer>> tokenizers(Path jar) throws IOException {
    List<Map<String, Integer>> all = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (String name : TOKENIZERS) {
        Map<String, Integer> ranks = new HashMap<>();
        try (InputStream in = zip.getInputStream(zip.getEntry("com/knuddels/jtokkit/" + name + ".tiktoken"))) {
          for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
            int blank = line.indexOf(' ');
            String token = new String(Base64.getDecoder().decode(line.substring(0, blank)), StandardCharsets.UTF_8);
            ranks.putIfAbsent(token, Integer.parseInt(line.substring(blank + 1).trim()));
          }
        }
        all.add(ranks);
      }
    }
    return all;
  }

  private static List<String> strings(Path json) throws IOException {
    List<String> strings = new ArrayList<>();
    Matcher matcher = STRING.matcher(Files.readString(json));
    while (matcher.find()) {
      strings.add(Normalizer.normalize(matcher.group(1), Normalizer.Form.NFC).toLowerCase(Locale.ROOT));
    }
    return strings;
  }
}
