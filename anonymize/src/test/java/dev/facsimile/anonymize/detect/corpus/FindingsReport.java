package dev.facsimile.anonymize.detect.corpus;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints how often each type is found in files without labels, and what, to be looked at. */
public final class FindingsReport {
  private FindingsReport() {}

  /** Arguments: number of examples of each type, then files, each line of which is one text. */
  public static void main(String[] args) throws Exception {
    int most = Integer.parseInt(args[0]);
    List<String> packs =
        Detectors.PACKS.stream()
            .map(RulePack::name)
            .filter(n -> !n.equals("urls") && !n.equals("blobs"))
            .toList();
    TextScanner scanner = new TextScanner(Detectors.of(packs));
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, StringBuilder> examples = new TreeMap<>();
    long bytes = 0;
    for (int i = 1; i < args.length; i++) {
      String all = Files.readString(Path.of(args[i]), StandardCharsets.UTF_8);
      bytes += Files.size(Path.of(args[i]));
      for (String text : all.split("\n")) {
        for (Finding f : scanner.scan(text)) {
          String key = f.type() + " " + f.detector() + " " + f.confidence();
          int n = counts.merge(key, 1, Integer::sum);
          if (n <= most) {
            examples
                .computeIfAbsent(key, any -> new StringBuilder())
                .append("      ")
                .append(text, Math.max(0, f.start() - 40), f.start())
                .append("[[")
                .append(text, f.start(), Math.min(f.end(), f.start() + 100))
                .append("]]")
                .append(text, f.end(), Math.min(text.length(), f.end() + 20))
                .append('\n');
          }
        }
      }
    }
    System.out.printf("%.2f MB%n", bytes / 1e6);
    counts.forEach(
        (key, n) ->
            System.out.printf(
                "%6d  %s%n%s", n, key, examples.getOrDefault(key, new StringBuilder())));
  }
}
