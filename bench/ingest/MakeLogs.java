import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;

/**
 * Makes two logs of so many rows for the ingest benchmark: Azure's CSV and Mooncake's JSON Lines.
 *
 * <pre>java bench/ingest/MakeLogs.java ROWS FOLDER</pre>
 */
final class MakeLogs {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  public static void main(String[] args) throws IOException {
    int rows = Integer.parseInt(args[0]);
    Path folder = Files.createDirectories(Path.of(args[1]));
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter csv = Files.newBufferedWriter(folder.resolve("azure.csv"));
        BufferedWriter json = Files.newBufferedWriter(folder.resolve("mooncake.jsonl"))) {
      csv.write("TIMESTAMP,ContextTokens,GeneratedTokens\n");
      long ticks = 0;
      long lastSecond = -1;
      String second = "";
      long nextId = 0;
      for (int i = 0; i < rows; i++) {
        ticks += (long) (-Math.log(1 - random.nextDouble()) * 200_000);
        if (ticks / 10_000_000 != lastSecond) {
          lastSecond = ticks / 10_000_000;
          second =
              SECONDS.format(
                  LocalDateTime.ofEpochSecond(1_700_000_000 + lastSecond, 0, ZoneOffset.UTC));
        }
        int input = 1 + (int) Math.min(60_000, Math.exp(6 + 1.2 * random.nextGaussian()));
        int output = 1 + random.nextInt(1000);
        csv.write(second + "." + String.format("%07d", ticks % 10_000_000) + "," + input + "," + output + "\n");
        json.write("{\"timestamp\": " + ticks / 10_000 + ", \"input_length\": " + input);
        json.write(", \"output_length\": " + output + ", \"hash_ids\": [");
        int blocks = (input + 511) / 512;
        int shared = Math.min(blocks, random.nextInt(4));
        for (int b = 0; b < blocks; b++) {
          json.write((b == 0 ? "" : ", ") + (b < shared ? b : 1000 + nextId++));
        }
        json.write("]}\n");
      }
    }
  }
}
