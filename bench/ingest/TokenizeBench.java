import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The prompts of agent logs (JSON Lines with {@code input}), encoded by DJL's own batches and by the
 * encoder that ingest uses, in one process.
 *
 * <pre>java -cp 'cli/target/facsimile.jar:cli/target/lib/*' bench/ingest/TokenizeBench.java TOKENIZER FOLDER</pre>
 */
final class TokenizeBench {
  private static final int BATCH = 64;

  public static void main(String[] args) throws Exception {
    List<String> prompts = prompts(Path.of(args[1]));
    long all = prompts.stream().mapToLong(String::length).sum();
    List<String> news = unseen(prompts);
    long unseen = news.stream().mapToLong(String::length).sum();
    System.out.printf(
        "%d prompts, %.1f M characters, %.1f M of them not seen before%n",
        prompts.size(), all / 1e6, unseen / 1e6);
    try (HuggingFaceTokenizer djl =
            HuggingFaceTokenizer.newInstance(
                Path.of(args[0]),
                Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false"));
        Tokenizer ours = Tokenizer.load(Path.of(args[0]))) {
      for (int round = 0; round < 3; round++) {
        double raw = unseen / djlSeconds(djl, news);
        CachedEncoder fresh = new CachedEncoder(ours);
        double plain = unseen / ourSeconds(fresh, news);
        CachedEncoder cached = new CachedEncoder(ours);
        double withCache = all / ourSeconds(cached, prompts);
        System.out.printf(
            "DJL batches %.2f M characters/s; ours without repeats %.2f (%.2f of it); on the log %.2f,"
                + " %.2f of (all / unseen) times DJL's; %.1f M characters really encoded%n",
            raw / 1e6,
            plain / 1e6,
            plain / raw,
            withCache / 1e6,
            withCache / (raw * all / unseen),
            cached.encodedCharacters() / 1e6);
      }
    }
  }

  private static List<String> prompts(Path folder) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> prompts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode input = json.readTree(line).path("input");
          prompts.add(input.isTextual() ? input.textValue() : input.toString());
        }
      }
    }
    return prompts;
  }

  /** What of each prompt no prompt before it begins with. */
  private static List<String> unseen(List<String> prompts) {
    Map<String, List<String>> byBeginning = new HashMap<>();
    List<String> news = new ArrayList<>();
    for (String prompt : prompts) {
      List<String> before =
          byBeginning.computeIfAbsent(
              prompt.substring(0, Math.min(40, prompt.length())), x -> new ArrayList<>());
      int longest = 0;
      for (String other : before) {
        int shared = 0;
        int most = Math.min(other.length(), prompt.length());
        while (shared < most && other.charAt(shared) == prompt.charAt(shared)) {
          shared++;
        }
        longest = Math.max(longest, shared);
      }
      before.add(prompt);
      if (longest < prompt.length()) {
        news.add(prompt.substring(longest));
      }
    }
    return news;
  }

  private static double djlSeconds(HuggingFaceTokenizer djl, List<String> texts) {
    long start = System.nanoTime();
    for (int i = 0; i < texts.size(); i += BATCH) {
      djl.batchEncode(texts.subList(i, Math.min(texts.size(), i + BATCH)), false, false);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static double ourSeconds(CachedEncoder encoder, List<String> texts) throws Exception {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    long start = System.nanoTime();
    List<Future<?>> done = new ArrayList<>();
    for (String text : texts) {
      done.add(threads.submit(() -> encoder.encode(text)));
    }
    for (Future<?> future : done) {
      future.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    threads.shutdown();
    return seconds;
  }
}
