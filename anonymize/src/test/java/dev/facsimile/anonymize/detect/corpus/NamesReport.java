package dev.facsimile.anonymize.detect.corpus;

import dev.facsimile.anonymize.detect.names.CommonWords;
import dev.facsimile.anonymize.detect.names.NamesInText;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.SharedData;
import java.nio.file.Path;
import java.util.List;

/** Prints how the names detector does on each corpus with names. */
public final class NamesReport {
  private NamesReport() {}

  public static void main(String[] names) throws Exception {
    Path folder = SharedData.root().resolve("../shared/data/anon-corpus").normalize();
    TextScanner scanner =
        new TextScanner(List.of(new NamesInText(new CommonWords(), List.of("en", "pt"))));
    for (String name : names) {
      NamesEvaluation evaluation = new NamesEvaluation(scanner::scan);
      List<LabelledText> texts = LabelledTexts.read(folder.resolve(name + ".jsonl.gz"));
      long start = System.nanoTime();
      texts.stream()
          .filter(t -> !name.startsWith("adv") || t.group().startsWith("name"))
          .forEach(evaluation::add);
      System.out.printf(
          "%-26s %.1f s full %.3f any %.3f of %d, kept %.3f of %d%n   missed %s%n",
          name,
          (System.nanoTime() - start) / 1e9,
          evaluation.full().share(),
          evaluation.touched().share(),
          evaluation.full().total(),
          evaluation.kept().share(),
          evaluation.kept().total(),
          evaluation.full().missed());
    }
  }
}
