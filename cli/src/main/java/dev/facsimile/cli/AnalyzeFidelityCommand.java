package dev.facsimile.cli;

import dev.facsimile.analyze.fidelity.AxisId;
import dev.facsimile.analyze.fidelity.FidelityAxes;
import dev.facsimile.analyze.fidelity.FidelityJson;
import dev.facsimile.analyze.fidelity.FidelityPage;
import dev.facsimile.analyze.fidelity.FidelityReport;
import dev.facsimile.analyze.fidelity.FidelityText;
import dev.facsimile.analyze.fidelity.Grade;
import dev.facsimile.analyze.fidelity.Side;
import dev.facsimile.analyze.fidelity.SideReader;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze fidelity}. */
@Command(
    name = "fidelity",
    description = {
      "Say how true a trace, a workload or a run is to a source trace. Every difference is shown in"
          + " its own unit and as a multiple R of what chance alone makes between random halves of"
          + " the source. The grade is that of the worst axis: A to R 1.2, B to 2, C to 5, D to 20,"
          + " then F.",
      ""
    })
final class AnalyzeFidelityCommand extends HelpfulCommand {
  @Parameters(index = "0", paramLabel = "SOURCE", description = "The approved trace.")
  private Path source;

  @Parameters(
      index = "1",
      paramLabel = "OTHER",
      description =
          "What to compare: a trace, a workload, or a run folder, which is judged by what was"
              + " really sent.")
  private Path other;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the report as JSON.")
  private Optional<Path> json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write the report as an HTML page.")
  private Optional<Path> html;

  @Option(names = "--md", paramLabel = "FILE", description = "Write the report as Markdown.")
  private Optional<Path> markdown;

  @Option(
      names = "--axis",
      paramLabel = "ID",
      showDefaultValue = Visibility.NEVER,
      description = "Judge only this axis; may be given several times. Default: every axis built.")
  private List<String> axes = new ArrayList<>();

  @Option(
      names = "--fail-under",
      paramLabel = "GRADE",
      description = "Exit with 4 if the grade is worse than this: ${COMPLETION-CANDIDATES}.")
  private Optional<Grade> failUnder;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random halves.")
  private long seed;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws Exception {
    for (Optional<Path> output : List.of(json, html, markdown)) {
      if (output.isPresent()) {
        requireOutput(output.get(), source, other);
      }
    }
    Set<AxisId> wanted = wanted();
    FidelityReport report = FidelityReport.of(readSource(), readOther(), wanted, seed);
    if (json.isPresent()) {
      Json.write(json.get(), FidelityJson.of(report));
    }
    if (html.isPresent()) {
      FidelityPage.of(report).write(html.get());
    }
    if (markdown.isPresent()) {
      try (AtomicFile file = AtomicFile.create(markdown.get())) {
        Files.writeString(file.path(), FidelityText.markdown(report));
        file.commit();
      }
    }
    out().print(FidelityText.page(report));
    if (failUnder.isPresent() && !report.reaches(failUnder.get())) {
      err().println("facsimile: " + missed(report, failUnder.get()));
      return Exit.BOUND_MISSED;
    }
    return Exit.DONE;
  }

  private static String missed(FidelityReport report, Grade bound) {
    return report
        .grade()
        .map(grade -> "the grade is " + grade + ", expected " + bound + " or better")
        .orElse("no axis could be judged, expected grade " + bound + " or better");
  }

  private Set<AxisId> wanted() {
    if (axes.isEmpty()) {
      return new LinkedHashSet<>(FidelityAxes.ids());
    }
    Set<AxisId> wanted = new LinkedHashSet<>();
    for (String word : axes) {
      wanted.add(
          AxisId.of(word)
              .filter(FidelityAxes.ids()::contains)
              .orElseThrow(() -> mistake("--axis is '" + word + "', expected one of: " + words())));
    }
    return wanted;
  }

  private static String words() {
    return FidelityAxes.ids().stream().map(AxisId::word).collect(Collectors.joining(", "));
  }

  private Side readSource() throws IOException {
    if (Files.isDirectory(source)) {
      throw new InputException(source, "is a folder, expected a trace as the source");
    }
    if (!(WorkloadSource.open(source) instanceof WorkloadSource.Trace trace)) {
      throw new InputException(source, "is a workload, expected a trace as the source");
    }
    return read(trace);
  }

  private Side readOther() throws IOException {
    if (!Files.isDirectory(other)) {
      return read(WorkloadSource.open(other));
    }
    RunFolder run = RunFolder.open(other);
    boolean unapproved = approval.check(run.path(), run.manifest().provenance(), err());
    try (ProgressLine progress = progress(other)) {
      return SideReader.read(run, unapproved, progress);
    }
  }

  private Side read(WorkloadSource requests) throws IOException {
    boolean unapproved = approval.check(requests, err());
    try (ProgressLine progress = progress(requests.path())) {
      return SideReader.read(requests, unapproved, progress);
    }
  }

  private ProgressLine progress(Path path) {
    return new ProgressLine(err(), "reading " + path.getFileName(), "rows");
  }
}
