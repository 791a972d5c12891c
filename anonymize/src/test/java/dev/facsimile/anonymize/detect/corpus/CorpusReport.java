package dev.facsimile.anonymize.detect.corpus;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prints what the detectors find in every file of the corpus: the figures of the documentation. */
public final class CorpusReport {
  private CorpusReport() {}

  /** Arguments: parts of file names; all files without. */
  public static void main(String[] names) throws IOException {
    Path folder = SharedData.root().resolve("../shared/data/anon-corpus").normalize();
    if (names.length > 0 && Files.isDirectory(Path.of(names[0]))) {
      folder = Path.of(names[0]);
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (names.length == 0 || Stream.of(names).anyMatch(file.toString()::contains)) {
          print(file, System.out);
        }
      }
    }
  }

  private static void print(Path file, PrintStream out) throws IOException {
    List<String> packs =
        Detectors.PACKS.stream().map(RulePack::name).filter(n -> !n.equals("urls")).toList();
    TextScanner scanner = new TextScanner(Detectors.of(packs));
    Evaluation evaluation = new Evaluation(scanner::scan);
    List<LabelledText> texts = LabelledTexts.read(file);
    long start = System.nanoTime();
    texts.forEach(evaluation::add);
    out.printf(
        "%n%s: %d texts, %.1f s%n",
        file.getFileName(), texts.size(), (System.nanoTime() - start) / 1e9);
    table("texts found, by group", evaluation.groups(), out);
    table("spans covered, by type", evaluation.types(), out);
    table("spans covered by their own type", evaluation.namedTypes(), out);
    table("negatives left alone", evaluation.negatives(), out);
  }

  private static void table(String title, Map<String, Score> scores, PrintStream out) {
    if (!scores.isEmpty()) {
      out.println("  " + title);
      Score all = new Score();
      scores.forEach(
          (name, score) -> {
            all.add(score);
            out.printf(
                "    %-32s %6d of %6d  %.3f %s%n",
                name,
                score.found(),
                score.total(),
                score.share(),
                score.missed().isEmpty() ? "" : score.missed());
          });
      out.printf("    %-32s %6d of %6d  %.4f%n", "all", all.found(), all.total(), all.share());
    }
  }
}
