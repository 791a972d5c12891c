import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptLanguage;
import dev.facsimile.trace.text.prompt.PromptSettings;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Speed and exactness of prompts: TOKENIZER, MOONCAKE, MILLIONS OF TOKENS, VERIFIED SHARE. */
public final class PromptBench {
  record Planned(Request request, int tokens) {}

  public static void main(String[] args) throws Exception {
    long most = (long) (Double.parseDouble(args[2]) * 1e6);
    double share = Double.parseDouble(args[3]);
    int threads = 2;
    try (Tokenizer tokenizer = Tokenizer.load(Path.of(args[0]))) {
      Counting counting = tokenizer.chatTemplate().isPresent() ? Counting.CHAT : Counting.BARE;
      BlockScheme blocks = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);
      long start = System.nanoTime();
      PromptComposer composer =
          new PromptComposer(
              PromptVocabulary.learn(tokenizer, counting, List.of(PromptLanguage.EN)),
              PromptSettings.of(1, counting).verifying(share),
              Optional.of(blocks));
      double learning = (System.nanoTime() - start) / 1e9;
      List<Planned> plan = plan(Path.of(args[1]), most);
      Optional<Double> cpu = Optional.of(run(composer, plan, threads));
      System.out.printf(
          "%-22s %s learning %.1f s; %,d prompts, %,d tokens, %.0f %% verified: %.2f M tokens/s"
              + " wall on %d threads, %.2f M tokens per CPU-second; wrong %d, repaired %d, too"
              + " short %d; bytes %016x%n",
          Path.of(args[0]).getFileName().toString().equals("tokenizer.json")
              ? Path.of(args[0]).getParent().getFileName()
              : Path.of(args[0]).getFileName(),
          counting.word(),
          learning,
          composer.counts().prompts(),
          composer.counts().tokens(),
          share * 100,
          composer.counts().tokens() / wall / 1e6,
          threads,
          composer.counts().tokens() / cpu.get() / 1e6,
          composer.counts().inexact(),
          composer.counts().repaired(),
          composer.counts().tooShort(),
          digest);
    }
  }

  private static double wall;
  private static long digest;

  private static double run(PromptComposer composer, List<Planned> plan, int threads)
      throws Exception {
    AtomicInteger next = new AtomicInteger();
    long[] sums = new long[threads];
    List<Thread> all = new ArrayList<>();
    long cpuStart = cpu();
    long start = System.nanoTime();
    for (int t = 0; t < threads; t++) {
      int me = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = next.getAndIncrement(); i < plan.size(); i = next.getAndIncrement()) {
                  String text = composer.of(plan.get(i).request(), plan.get(i).tokens());
                  sums[me] +=
                      31L * i + text.getBytes(StandardCharsets.UTF_8).length + text.hashCode();
                }
              });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    wall = (System.nanoTime() - start) / 1e9;
    for (long sum : sums) {
      digest += sum;
    }
    return (cpu() - cpuStart) / 1e9;
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static List<Planned> plan(Path mooncake, long most) throws Exception {
    List<Planned> plan = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    long sum = 0;
    try (BufferedReader lines = Files.newBufferedReader(mooncake)) {
      for (String line = lines.readLine(); line != null && sum < most; line = lines.readLine()) {
        JsonNode row = json.readTree(line);
        int tokens = row.path("input_length").asInt();
        long[] ids = new long[row.path("hash_ids").size()];
        for (int i = 0; i < ids.length; i++) {
          ids[i] = row.path("hash_ids").get(i).asLong();
        }
        Request request = Request.of("r" + plan.size(), 0, tokens, 1);
        plan.add(new Planned(request.withBlocks(Optional.of(BlockIds.of(ids))), tokens));
        sum += tokens;
      }
    }
    return plan;
  }
}
