import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.file.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speed of the scan on one thread in bytes of text for each second of processor time, beside the
 * naive way: each detector's anchors looked for in each text with {@link java.util.regex}.
 */
final class ScanBench {
  private static final double MEGABYTE = 1e6;

  private ScanBench() {}

  public static void main(String[] args) throws IOException {
    List<String> packs = List.of(args[1].split(","));
    List<Detector> detectors = Detectors.of(packs);
    List<String> texts = read(Path.of(args[0]));
    long chars = texts.stream().mapToLong(String::length).sum();
    TextScanner scanner = new TextScanner(detectors);
    System.out.printf("%d detectors, %,d texts, %,d characters%n", detectors.size(), texts.size(), chars);
    sumOfBytes(texts, chars);
    int rounds = Integer.getInteger("rounds", 5);
    double[] speeds = new double[rounds];
    for (int round = 1; round <= rounds; round++) {
      long start = cpu();
      long found = 0;
      for (String text : texts) {
        found += scanner.scan(text).size();
      }
      speeds[round - 1] = chars / MEGABYTE / seconds(start);
      System.out.printf(
          "scan, round %d   %6.1f MB/s of processor time, %,d findings%n",
          round, speeds[round - 1], found);
    }
    double[] warm = Arrays.copyOfRange(speeds, rounds / 2, rounds);
    Arrays.sort(warm);
    System.out.printf(
        "scan, second half of the rounds: best %.1f, median %.1f MB/s of processor time%n",
        warm[warm.length - 1], warm[warm.length / 2]);
    if (!Boolean.getBoolean("noNaive")) {
      naive(detectors, texts.subList(0, Math.min(texts.size(), 400)));
    }
    System.out.printf("peak heap after collection %,d MiB (the texts included)%n", peakHeap() >> 20);
  }

  /** What the machine can do at all: every byte added up. */
  private static void sumOfBytes(List<String> texts, long chars) {
    for (int round = 0; round < 3; round++) {
      long start = cpu();
      long sum = 0;
      for (String text : texts) {
        for (byte b : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
          sum += b;
        }
      }
      System.out.printf(
          "copy and add up  %6.1f MB/s of processor time (%d)%n", chars / MEGABYTE / seconds(start), sum);
    }
  }

  private static void naive(List<Detector> detectors, List<String> texts) {
    long chars = texts.stream().mapToLong(String::length).sum();
    for (int round = 0; round < 2; round++) {
      long start = cpu();
      long[] found = {0};
      for (String text : texts) {
        FoldedText folded = FoldedText.of(text);
        for (Detector detector : detectors) {
          for (Anchor anchor : detector.anchors()) {
            Matcher matcher = pattern(anchor).matcher(folded);
            while (matcher.find()) {
              detector.verify(folded, matcher.start(), matcher.end(), (s, e, t, c) -> found[0]++);
            }
          }
        }
      }
      System.out.printf("naive, round %d  %6.2f MB/s of processor time%n", round + 1, chars / MEGABYTE / seconds(start));
    }
  }

  private static Pattern pattern(Anchor anchor) {
    if (anchor instanceof Anchor.Keyword keyword) {
      return Pattern.compile(Pattern.quote(keyword.literal()), Pattern.CASE_INSENSITIVE);
    }
    if (anchor instanceof Anchor.Digits digits) {
      return Pattern.compile("\\d{" + digits.atLeast() + ",}+");
    }
    if (anchor instanceof Anchor.Run run) {
      return Pattern.compile("[A-Za-z0-9+/_-]{" + run.atLeast() + ",}+");
    }
    return switch ((Anchor.Lexical) anchor) {
      case DIGIT_RUN -> Pattern.compile("\\d++");
      case AT_SIGN -> Pattern.compile("@");
      case SCHEME -> Pattern.compile("://");
      case HEX_COLON -> Pattern.compile("(?<=[0-9a-fA-F:]):(?=[0-9a-fA-F:])");
      case LONG_RUN -> Pattern.compile("[A-Za-z0-9+/_-]{20,}+");
      case WHOLE_TEXT -> Pattern.compile("(?s).+");
    };
  }

  private static List<String> read(Path file) throws IOException {
    List<String> texts = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        texts.add(Json.tree(line).path("text").asText());
      }
    }
    return texts;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double seconds(long since) {
    return (cpu() - since) / 1e9;
  }

  private static long peakHeap() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(usage -> usage != null)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
