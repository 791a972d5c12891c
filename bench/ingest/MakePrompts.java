import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes logs of a few very long prompts, in LiteLLM's shape: {@code lines} (words in lines), {@code
 * words} (no line end), {@code cjk} (no space either) and {@code base64} (neither).
 *
 * <pre>java bench/ingest/MakePrompts.java PROMPTS CHARACTERS FOLDER</pre>
 */
final class MakePrompts {
  private static final String CJK = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动";
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private MakePrompts() {}

  public static void main(String[] args) throws IOException {
    for (String kind : new String[] {"lines", "words", "cjk", "base64"}) {
      SplittableRandom random = new SplittableRandom(7);
      try (BufferedWriter out =
          Files.newBufferedWriter(Path.of(args[2], "prompts-" + kind + ".jsonl"))) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
          out.write(
              "{\"id\": \"call-%d\", \"call_type\": \"acompletion\", \"status\": \"success\", "
                      .formatted(i)
                  + "\"startTime\": %d, \"endTime\": %d, ".formatted(1718000000 + i, 1718000002 + i)
                  + "\"prompt_tokens\": 1, \"completion_tokens\": 1, \"model_group\": \"chat\", "
                  + "\"messages\": [{\"role\": \"user\", \"content\": \"");
          out.write(text(kind, Integer.parseInt(args[1]), random));
          out.write("\"}]}\n");
        }
      }
    }
  }

  private static String text(String kind, int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length + 32);
    while (text.length() < length) {
      switch (kind) {
        case "cjk" -> text.append(random.nextInt(20) == 0 ? '，' : pick(CJK, random));
        case "base64" -> text.append(pick(BASE64, random));
        default -> {
          for (int i = 2 + random.nextInt(9); i > 0; i--) {
            text.append((char) ('a' + random.nextInt(26)));
          }
          boolean lineEnd = kind.equals("lines") && random.nextInt(12) == 0;
          text.append(lineEnd ? "\\n" : " ");
        }
      }
    }
    return text.toString();
  }

  private static char pick(String letters, SplittableRandom random) {
    return letters.charAt(random.nextInt(letters.length()));
  }
}
