package dev.facsimile.cli;

import dev.facsimile.analyze.compare.ComparisonText;
import dev.facsimile.analyze.compare.Fact;
import dev.facsimile.analyze.compare.RunComparison;
import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.NearMiss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze compare}. */
@Command(
    name = "compare",
    description = {
      "Compares runs with the first one: differences with 95 %% intervals, for the whole run and"
          + " for each slice, and whether answers changed in a way that passes for speed. A folder"
          + " of runs counts as repeats of one side.",
      "Refuses (exit 3) runs that differ in workload, seed, model, network path, tokenizer,"
          + " protocol, load or the version of the definitions, but for the one that --vary names.",
      ""
    })
final class AnalyzeCompareCommand extends HelpfulCommand {
  @Parameters(index = "0", paramLabel = "BASE", description = "A run, or a folder of its repeats.")
  private Path base;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "What to compare with it: runs, or folders of repeats.")
  private List<Path> others;

  @Option(
      names = "--vary",
      paramLabel = "NAME",
      description =
          "The one intended difference: workload, seed, model, network-path, tokenizer,"
              + " method-version, protocol or load.")
  private Optional<String> vary;

  @Mixin private ReportOptionsMixin wanted;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write a JSON document: one comparison, or a list of several.")
  private Optional<Path> json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write an HTML page; of one comparison only.")
  private Optional<Path> html;

  @Option(names = "--md", paramLabel = "FILE", description = "Also write GitHub's Markdown.")
  private Optional<Path> markdown;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    Optional<Fact> varied = varied();
    if (html.isPresent() && others.size() > 1) {
      throw mistake("--html writes one comparison, expected one RUN beside BASE");
    }
    RunSources sources = new RunSources(approval, err());
    ReportOptions options = wanted.options();
    RunSet first = sources.side(base, options);
    List<RunComparison> comparisons = new ArrayList<>();
    for (Path other : others) {
      comparisons.add(RunComparison.of(first, sources.side(other, options), varied));
    }
    comparisons.forEach(comparison -> out().print(ComparisonText.page(comparison)));
    if (json.isPresent()) {
      Json.write(json.get(), comparisons.size() == 1 ? comparisons.get(0) : comparisons);
    }
    if (html.isPresent()) {
      ComparisonText.html(comparisons.get(0)).write(html.get());
    }
    if (markdown.isPresent()) {
      StringBuilder text = new StringBuilder();
      comparisons.forEach(comparison -> text.append(ComparisonText.markdown(comparison)));
      ReportFiles.write(markdown.get(), text.toString());
    }
    return Exit.DONE;
  }

  private Optional<Fact> varied() {
    if (vary.isEmpty()) {
      return Optional.empty();
    }
    Optional<Fact> fact = Fact.of(vary.get());
    if (fact.isEmpty()) {
      throw mistake(
          "--vary is '"
              + vary.get()
              + "', expected one of "
              + String.join(", ", Fact.words())
              + NearMiss.of(vary.get(), Fact.words())
                  .map(near -> ", did you mean " + near + "?")
                  .orElse(""));
    }
    return fact;
  }
}
