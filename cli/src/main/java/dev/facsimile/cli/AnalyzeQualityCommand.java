package dev.facsimile.cli;

import dev.facsimile.analyze.quality.QualityReport;
import dev.facsimile.analyze.quality.QualityText;
import dev.facsimile.analyze.quality.Scorer;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze quality}. */
@Command(
    name = "quality",
    description = {
      "Scores the answers of runs that kept them (replay run --save-responses) against items with"
          + " expected answers, so that a faster server that got worse is seen. Further runs are"
          + " compared with the first, item by item.",
      "Exits with 4 when a run got worse than the first by more than chance.",
      ""
    })
final class AnalyzeQualityCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Run folders; the first is the base.")
  private List<Path> runs;

  @Option(
      names = "--items",
      required = true,
      paramLabel = "FILE",
      description =
          "JSON Lines: request_id, kind (choice, exact, regex, number, code), expected, and where"
              + " wanted group and tolerance.")
  private Path items;

  @Option(
      names = "--scorer",
      paramLabel = "COMMAND",
      description =
          "Scores items of the kind code: it gets a JSON line for each on stdin (request_id,"
              + " expected, content) and answers each with a line 1 (right) or 0 (wrong).")
  private Optional<String> scorer;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write a JSON document.")
  private Optional<Path> json;

  @Option(names = "--md", paramLabel = "FILE", description = "Also write GitHub's Markdown.")
  private Optional<Path> markdown;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    List<RunFolder> folders = new ArrayList<>();
    for (Path run : runs) {
      RunFolder folder = RunFolder.open(run);
      approval.check(run, folder.manifest().provenance(), err());
      folders.add(folder);
    }
    QualityReport report = QualityReport.of(folders, items, scorer.<Scorer>map(ScorerProcess::new));
    out().print(QualityText.page(report));
    if (json.isPresent()) {
      Json.write(json.get(), report);
    }
    if (markdown.isPresent()) {
      ReportFiles.write(markdown.get(), QualityText.markdown(report));
    }
    return report.someWorse() ? Exit.BOUND_MISSED : Exit.DONE;
  }
}
