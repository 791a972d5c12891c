import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Makes a CSV log of so many requests, one after another in several files, and the mapping that
 * reads it. Three quarters of the requests continue one of 5,000 sessions that are open at a time,
 * if there are sessions.
 *
 * <pre>java bench/spark/MakeLog.java ROWS FOLDER plain|sessions [FILES, 8]</pre>
 */
final class MakeLog {
  private static final int OPEN_SESSIONS = 5_000;
  private static final String[] MODELS = {"small", "large", "code"};
  private static final String[] CLASSES = {"interactive-chat", "agent", "summarize-async"};

  private static final String MAPPING =
      """
      shape: csv
      time: time
      time_unit: ms
      clock: epoch
      duration_unit: ms
      columns:
        input_tokens: input
        output_tokens: output
        cached_tokens: cached
        tenant: tenant
        model: model
        class: class
        session_id: session
        turn: turn
        ttft: ttft
        e2e: e2e
        http_status: status
      """;

  public static void main(String[] args) throws IOException {
    long rows = Long.parseLong(args[0]);
    Path folder = Files.createDirectories(Path.of(args[1]).resolve("log"));
    boolean sessions = args[2].equals("sessions");
    int files = args.length > 3 ? Integer.parseInt(args[3]) : 8;
    Files.writeString(
        folder.resolveSibling("mapping.yaml"),
        sessions ? MAPPING : MAPPING.replaceAll("(?m)^  (session_id|turn):.*\n", ""));
    SplittableRandom random = new SplittableRandom(1);
    long[] open = new long[OPEN_SESSIONS];
    int[] turns = new int[OPEN_SESSIONS];
    long begun = 0;
    double millis = 1_700_000_000_000.0;
    for (int file = 0; file < files; file++) {
      long end = rows * (file + 1) / files;
      try (BufferedWriter out =
          Files.newBufferedWriter(folder.resolve("log-" + (10 + file) + ".csv"))) {
        out.write("time,tenant,model,class,session,turn,input,output,cached,ttft,e2e,status\n");
        StringBuilder line = new StringBuilder();
        for (long row = rows * file / files; row < end; row++) {
          millis += -Math.log(1 - random.nextDouble()) * 20;
          int slot = random.nextInt(OPEN_SESSIONS);
          if (open[slot] == 0 || random.nextInt(4) == 0) {
            open[slot] = ++begun;
            turns[slot] = 0;
          }
          int input = 1 + (int) Math.min(60_000, Math.exp(6 + 1.2 * random.nextGaussian()));
          int output = 1 + random.nextInt(1000);
          int tenant = (int) (Math.pow(random.nextDouble(), 3) * 200);
          int ttft = 40 + input / 20 + random.nextInt(30);
          line.setLength(0);
          line.append((long) millis).append(",tenant-").append(tenant);
          line.append(',').append(MODELS[tenant % 3]).append(',').append(CLASSES[tenant / 3 % 3]);
          line.append(",s").append(open[slot]).append(',').append(++turns[slot]);
          line.append(',').append(input).append(',').append(output).append(',').append(input / 3);
          line.append(',').append(ttft).append(',').append(ttft + 20 * output);
          line.append(',').append(random.nextInt(200) == 0 ? 500 : 200).append('\n');
          out.append(line);
        }
      }
    }
  }
}
