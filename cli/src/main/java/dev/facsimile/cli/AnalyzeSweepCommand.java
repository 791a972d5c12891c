package dev.facsimile.cli;

import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.sweep.SweepReport;
import dev.facsimile.analyze.sweep.SweepText;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze sweep}. */
@Command(
    name = "sweep",
    description = {
      "Reports on runs of one server at several loads: throughput against latency, the knee,"
          + " goodput against load, where more load adds nothing, and the best operating point"
          + " under the objectives. Runs of about the same load count as repeats.",
      ""
    })
final class AnalyzeSweepCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Runs, or a folder of them as replay sweep leaves it.")
  private List<Path> runs;

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "RUN",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "The sweep of another stack, on the same page.")
  private List<Path> against = new ArrayList<>();

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      defaultValue = "0.95",
      description = "Share of the offered requests that must meet the objectives.")
  private double share;

  @Mixin private ReportOptionsMixin wanted;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write an HTML page.")
  private Optional<Path> html;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write a JSON document.")
  private Optional<Path> json;

  @Option(names = "--md", paramLabel = "FILE", description = "Also write GitHub's Markdown.")
  private Optional<Path> markdown;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    if (!(share > 0 && share <= 1)) {
      throw mistake("--share is " + share + ", expected over 0 and at most 1");
    }
    ReportOptions options = wanted.options();
    SweepReport report =
        SweepReport.of(options.objectives(), share, name(runs), readAll(runs, options));
    if (!against.isEmpty()) {
      report = report.with(name(against), readAll(against, options));
    }
    out().print(SweepText.page(report));
    if (html.isPresent()) {
      SweepText.html(report).write(html.get());
    }
    if (json.isPresent()) {
      Json.write(json.get(), report);
    }
    if (markdown.isPresent()) {
      ReportFiles.write(markdown.get(), SweepText.markdown(report));
    }
    return Exit.DONE;
  }

  private List<RunAnalysis> readAll(List<Path> paths, ReportOptions options) throws IOException {
    RunSources sources = new RunSources(approval, err());
    List<RunAnalysis> all = new ArrayList<>();
    for (Path path : paths) {
      all.addAll(sources.readAll(path, options));
    }
    return all;
  }

  private static String name(List<Path> paths) {
    Path first = paths.get(0).toAbsolutePath().normalize();
    Path named = paths.size() == 1 || first.getParent() == null ? first : first.getParent();
    return named.getFileName() == null ? named.toString() : named.getFileName().toString();
  }
}
