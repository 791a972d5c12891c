import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trains the sample tokenizer, a byte-level BPE in Hugging Face's format, on text files:
 *
 * <pre>java samples/tokenizer/TrainTokenizer.java 1500 TEXT... > samples/tokenizer/tokenizer.json</pre>
 *
 * Deterministic: of pairs of equal count the one that sorts first is merged.
 */
final class TrainTokenizer {
  private static final Pattern WORDS =
      Pattern.compile(
          "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+");

  public static void main(String[] args) throws IOException {
    int merges = Integer.parseInt(args[0]);
    Map<List<String>, Long> words = new LinkedHashMap<>();
    for (int i = 1; i < args.length; i++) {
      Matcher matcher = WORDS.matcher(Files.readString(Path.of(args[i])));
      while (matcher.find()) {
        words.merge(symbols(matcher.group()), 1L, Long::sum);
      }
    }
    List<String> vocabulary = new ArrayList<>(alphabet());
    List<String> merged = new ArrayList<>();
    while (merged.size() < merges) {
      String[] pair = commonestPair(words);
      if (pair == null) {
        break;
      }
      merged.add(pair[0] + " " + pair[1]);
      vocabulary.add(pair[0] + pair[1]);
      words = merge(words, pair);
    }
    System.out.print(json(vocabulary, merged));
  }

  /** GPT-2's printable stand-in for every byte. */
  private static char printable(int b) {
    if (printableItself(b)) {
      return (char) b;
    }
    int before = 0;
    for (int other = 0; other < b; other++) {
      before += printableItself(other) ? 0 : 1;
    }
    return (char) (0x100 + before);
  }

  private static boolean printableItself(int b) {
    return (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || (b >= 0xAE && b <= 0xFF);
  }

  private static List<String> alphabet() {
    List<String> letters = new ArrayList<>();
    for (int b = 0; b < 256; b++) {
      letters.add(String.valueOf(printable(b)));
    }
    return letters;
  }

  private static List<String> symbols(String word) {
    List<String> symbols = new ArrayList<>();
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      symbols.add(String.valueOf(printable(b & 0xff)));
    }
    return symbols;
  }

  private static String[] commonestPair(Map<List<String>, Long> words) {
    Map<String, Long> counts = new TreeMap<>();
    words.forEach(
        (word, count) -> {
          for (int i = 1; i < word.size(); i++) {
            counts.merge(word.get(i - 1) + " " + word.get(i), count, Long::sum);
          }
        });
    String best = null;
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      if (entry.getValue() > 1 && (best == null || entry.getValue() > counts.get(best))) {
        best = entry.getKey();
      }
    }
    return best == null ? null : best.split(" ");
  }

  private static Map<List<String>, Long> merge(Map<List<String>, Long> words, String[] pair) {
    Map<List<String>, Long> next = new HashMap<>();
    words.forEach(
        (word, count) -> {
          List<String> joined = new ArrayList<>();
          for (int i = 0; i < word.size(); i++) {
            boolean here =
                i + 1 < word.size() && word.get(i).equals(pair[0]) && word.get(i + 1).equals(pair[1]);
            joined.add(here ? pair[0] + pair[1] : word.get(i));
            i += here ? 1 : 0;
          }
          next.merge(joined, count, Long::sum);
        });
    return next;
  }

  private static String json(List<String> vocabulary, List<String> merged) {
    StringBuilder text = new StringBuilder();
    text.append("{\n  \"version\": \"1.0\",\n  \"truncation\": null,\n  \"padding\": null,\n");
    text.append("  \"added_tokens\": [],\n  \"normalizer\": null,\n");
    text.append("  \"pre_tokenizer\": {\"type\": \"ByteLevel\", \"add_prefix_space\": false,");
    text.append(" \"trim_offsets\": true, \"use_regex\": true},\n  \"post_processor\": null,\n");
    text.append("  \"decoder\": {\"type\": \"ByteLevel\", \"add_prefix_space\": false,");
    text.append(" \"trim_offsets\": true, \"use_regex\": true},\n  \"model\": {\n");
    text.append("    \"type\": \"BPE\", \"dropout\": null, \"unk_token\": null,");
    text.append(" \"continuing_subword_prefix\": null, \"end_of_word_suffix\": null,");
    text.append(" \"fuse_unk\": false, \"byte_fallback\": false,\n    \"vocab\": {\n");
    for (int i = 0; i < vocabulary.size(); i++) {
      text.append("      ").append(quote(vocabulary.get(i))).append(": ").append(i);
      text.append(i + 1 < vocabulary.size() ? ",\n" : "\n");
    }
    text.append("    },\n    \"merges\": [\n");
    for (int i = 0; i < merged.size(); i++) {
      text.append("      ").append(quote(merged.get(i)));
      text.append(i + 1 < merged.size() ? ",\n" : "\n");
    }
    return text.append("    ]\n  }\n}\n").toString();
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c > 0x7e) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
