package dev.facsimile.cli;

import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze run}. */
@Command(
    name = "run",
    description = {
      "Reports on a run: whether the client kept up, the accounting, TTFT, ITL and E2E from dispatch"
          + " and from schedule, tokens, objectives and slices. Text on stdout, and where named an"
          + " HTML page and a JSON document.",
      "Exits with 4 when the client was CLIENT-BOUND, since the figures are then not the server's.",
      ""
    })
final class AnalyzeRunCommand extends HelpfulCommand {
  private static final String DEFAULTS = "ttft=1s,itl=100ms";

  @Parameters(paramLabel = "RUN", description = "A run folder, as replay run leaves it.")
  private Path folder;

  @Option(
      names = "--slo",
      paramLabel = "NAME=TIME",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Objectives that a request has to meet, all of them: any of ttft, itl and e2e, such as"
              + " ttft=1s,itl=50ms,e2e=30s. Without it: "
              + DEFAULTS
              + ".")
  private Map<Objective, Duration> slo = new EnumMap<>(Objective.class);

  @Option(
      names = "--html",
      paramLabel = "FILE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Also write an HTML page.")
  private Optional<Path> html = Optional.empty();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Also write a JSON document.")
  private Optional<Path> json = Optional.empty();

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    Objectives objectives = objectives();
    RunFolder run = RunFolder.open(folder);
    approval.check(folder, run.manifest().provenance(), err());
    RunAnalysis analysis = read(run, objectives);
    out().print(analysis.text());
    if (html.isPresent()) {
      analysis.page().write(html.get());
      out().println("Page: " + html.get());
    }
    if (json.isPresent()) {
      analysis.writeJson(json.get());
      out().println("Document: " + json.get());
    }
    return analysis.verdict() == RunManifest.Verdict.CLIENT_BOUND ? Exit.BOUND_MISSED : Exit.DONE;
  }

  private RunAnalysis read(RunFolder run, Objectives objectives) throws IOException {
    try (ProgressLine progress = new ProgressLine(err(), "Reading outcomes", "requests")) {
      return RunAnalysis.of(run, objectives, !slo.isEmpty(), progress);
    }
  }

  private Objectives objectives() {
    if (slo.isEmpty()) {
      return Objectives.DEFAULT;
    }
    Map<Objective, Long> limits = new EnumMap<>(Objective.class);
    slo.forEach(
        (objective, limit) -> {
          if (limit.isZero()) {
            throw mistake("--slo " + objective.word() + " is 0, expected a time over 0");
          }
          limits.put(objective, limit.toNanos());
        });
    return new Objectives(limits);
  }
}
