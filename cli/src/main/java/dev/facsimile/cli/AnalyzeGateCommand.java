package dev.facsimile.cli;

import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.gate.Gate;
import dev.facsimile.analyze.gate.GateReport;
import dev.facsimile.analyze.gate.GateText;
import dev.facsimile.analyze.run.ReportOptions;
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

/** {@code facsimile analyze gate}. */
@Command(
    name = "gate",
    description = {
      "Judges a release: the rules of a YAML file on the median of the candidate's repeats, against"
          + " fixed bounds and against a baseline's runs. A rule passes, fails or is inconclusive;"
          + " how often it would fail without a change (A/A) stands beside it.",
      "Exits with 4 and names the lines when a rule fails, or is inconclusive and the gate does not"
          + " say that such rules pass.",
      ""
    })
final class AnalyzeGateCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "The candidate's runs, or folders of them.")
  private List<Path> runs;

  @Option(names = "--gate", required = true, paramLabel = "FILE", description = "The gate (YAML).")
  private Path gateFile;

  @Option(
      names = "--baseline",
      arity = "1..*",
      paramLabel = "RUN",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "The baseline's runs, or folders of them.")
  private List<Path> baseline = new ArrayList<>();

  @Mixin private ReportOptionsMixin wanted;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write a JSON document.")
  private Optional<Path> json;

  @Option(
      names = "--md",
      paramLabel = "FILE",
      description = "Also write GitHub's Markdown, for a job's summary.")
  private Optional<Path> markdown;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write JUnit's XML, each rule as a test.")
  private Optional<Path> junit;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    Gate gate = Gate.read(gateFile);
    if (gate.needsBaseline() && baseline.isEmpty()) {
      throw mistake("the gate has rules against a baseline, expected --baseline RUN...");
    }
    ReportOptions options = wanted.options();
    ReportOptions judged = gate.objectives().map(options::with).orElse(options);
    RunSources sources = new RunSources(approval, err());
    RunSet candidate = sources.side("candidate", runs, judged);
    Optional<RunSet> base =
        baseline.isEmpty()
            ? Optional.empty()
            : Optional.of(sources.side("baseline", baseline, judged));
    GateReport report = GateReport.of(gate, candidate, base);
    write(report);
    if (!report.passes()) {
      report.failingLines().forEach(line -> err().println("facsimile: " + line));
      return Exit.BOUND_MISSED;
    }
    return Exit.DONE;
  }

  private void write(GateReport report) throws IOException {
    out().print(GateText.page(report));
    if (json.isPresent()) {
      Json.write(json.get(), report);
    }
    if (markdown.isPresent()) {
      ReportFiles.write(markdown.get(), GateText.markdown(report));
    }
    if (junit.isPresent()) {
      ReportFiles.write(junit.get(), GateText.junit(report));
    }
  }
}
