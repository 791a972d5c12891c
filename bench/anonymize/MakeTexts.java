import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Writes chat and code as JSON lines of {@code id} and {@code text}: turns of real agent runs and
 * sentences from the corpora, source files of this repository, with findings of the labelled
 * corpora put in at a steady rate.
 */
final class MakeTexts {
  private static final int MEGABYTE = 1_000_000;
  private static final int CHARS_PER_FINDING = 2_800;
  private static final int LONGEST_TEXT = 24_000;

  private MakeTexts() {}

  public static void main(String[] args) throws IOException {
    Path data = Path.of(args[0]);
    long bytes = Long.parseLong(args[1]) * MEGABYTE;
    Path output = Path.of(args[2]);
    SplittableRandom random = new SplittableRandom(1);
    List<String> chat = agentTurns(data.resolve("lmcache_agent"));
    List<String> code = sources(Path.of("."));
    List<String> sentences = texts(data.resolve("anon-corpus"), "uner-en-dev", "wnut17-dev");
    List<String> findings = texts(data.resolve("anon-corpus"), "gitleaks", "adv-dev");
    findings.removeIf(text -> text.length() > 600);
    long written = 0;
    int rows = 0;
    try (BufferedWriter out = Files.newBufferedWriter(output)) {
      while (written < bytes) {
        String text =
            switch (random.nextInt(4)) {
              case 0, 1 -> slice(code, random);
              case 2 -> slice(chat, random);
              default -> conversation(sentences, random);
            };
        StringBuilder line = new StringBuilder(text);
        for (int at = random.nextInt(CHARS_PER_FINDING);
            at < line.length();
            at += CHARS_PER_FINDING + findings.get(0).length()) {
          int end = line.indexOf("\n", at);
          line.insert(
              end < 0 ? line.length() : end,
              "\n" + findings.get(random.nextInt(findings.size())) + "\n");
        }
        String json =
            Json.line(java.util.Map.of("id", "text-" + rows++, "text", line.toString())) + "\n";
        out.write(json);
        written += json.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    System.out.printf("%,d texts, %,d bytes%n", rows, written);
  }

  private static String slice(List<String> texts, SplittableRandom random) {
    String text = texts.get(random.nextInt(texts.size()));
    int from = text.length() <= LONGEST_TEXT ? 0 : random.nextInt(text.length() - LONGEST_TEXT);
    int to = Math.min(text.length(), from + 200 + random.nextInt(LONGEST_TEXT));
    return text.substring(from, to);
  }

  private static String conversation(List<String> sentences, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int k = random.nextInt(60) + 2; k > 0; k--) {
      text.append(sentences.get(random.nextInt(sentences.size()))).append(' ');
    }
    return text.toString();
  }

  private static List<String> agentTurns(Path folder) throws IOException {
    List<String> turns = new ArrayList<>();
    for (Path file : files(folder, ".jsonl")) {
      for (String line : Files.readAllLines(file)) {
        JsonNode row = Json.tree(line);
        turns.add(row.path("input").asText() + "\n" + row.path("output").asText());
      }
    }
    return turns;
  }

  private static List<String> sources(Path repository) throws IOException {
    List<String> sources = new ArrayList<>();
    for (Path file : files(repository, ".java")) {
      sources.add(Files.readString(file));
    }
    return sources;
  }

  private static List<String> texts(Path folder, String... names) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : names) {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(
                  new GZIPInputStream(Files.newInputStream(folder.resolve(name + ".jsonl.gz"))),
                  StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          texts.add(Json.tree(line).path("text").asText());
        }
      }
    }
    return texts;
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
