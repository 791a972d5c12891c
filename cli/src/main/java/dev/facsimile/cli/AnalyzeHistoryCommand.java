package dev.facsimile.cli;

import dev.facsimile.analyze.history.Entry;
import dev.facsimile.analyze.history.History;
import dev.facsimile.analyze.history.HistoryText;
import dev.facsimile.analyze.history.OpenMetrics;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze history}. */
@Command(
    name = "history",
    description = {
      "Keeps the figures of runs in a folder to which files are only ever added, shows the latest"
          + " runs and the figures that drift, and writes the latest figures as OpenMetrics text"
          + " for Prometheus.",
      ""
    })
final class AnalyzeHistoryCommand extends HelpfulCommand {
  @Parameters(paramLabel = "FOLDER", description = "The history; made by the first --add.")
  private Path folder;

  @Option(
      names = "--add",
      arity = "1..*",
      paramLabel = "RUN",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Add these runs, or folders of them.")
  private List<Path> add = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "A label of the added runs, such as commit=3f2a; may be given several times.")
  private Map<String, String> labels = new TreeMap<>();

  @Option(
      names = "--openmetrics",
      paramLabel = "FILE",
      description =
          "Write the latest run of each series as OpenMetrics text, such as facsimile.prom in the"
              + " textfile collector's folder.")
  private Optional<Path> openMetrics;

  @Mixin private ReportOptionsMixin wanted;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    for (String name : labels.keySet()) {
      if (!OpenMetrics.isLabel(name)) {
        throw mistake(
            "--label " + name + " is taken or no name, expected lower-case letters, digits and _");
      }
    }
    if (add.isEmpty() && !Files.isDirectory(folder)) {
      throw new InputException(folder, "no such folder: --add RUN makes a history");
    }
    addRuns();
    History history = History.read(folder);
    out().print(HistoryText.page(history));
    if (openMetrics.isPresent()) {
      ReportFiles.write(openMetrics.get(), OpenMetrics.of(history));
    }
    return Exit.DONE;
  }

  private void addRuns() throws IOException {
    ReportOptions options = wanted.options();
    RunSources sources = new RunSources(approval, err());
    for (Path path : add) {
      for (RunAnalysis run : sources.readAll(path, options)) {
        if (History.add(folder, Entry.of(run, labels)).isEmpty()) {
          err().println("facsimile: " + run.name() + " is in the history already");
        }
      }
    }
  }
}
