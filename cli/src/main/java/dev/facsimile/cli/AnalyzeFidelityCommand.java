package dev.facsimile.cli;

import dev.facsimile.analyze.fidelity.AxisId;
import dev.facsimile.analyze.fidelity.FidelityAxes;
import dev.facsimile.analyze.fidelity.FidelityJson;
import dev.facsimile.analyze.fidelity.FidelityPage;
import dev.facsimile.analyze.fidelity.FidelityReport;
import dev.facsimile.analyze.fidelity.FidelityText;
import dev.facsimile.analyze.fidelity.Grade;
import dev.facsimile.analyze.fidelity.LongRows;
import dev.facsimile.analyze.fidelity.Side;
import dev.facsimile.analyze.fidelity.SideReader;
import dev.facsimile.analyze.fidelity.SideReading;
import dev.facsimile.analyze.fidelity.Training;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.TraceFile;
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
public class AnalyzeFidelityCommand extends HelpfulCommand {
  /** Fewer could not be split in halves. */
  private static final int FEWEST_HELD = 1000;

  @Parameters(index = "0", paramLabel = "SOURCE", description = "The approved trace.")
  private Path source;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OTHER",
      description =
          "What to compare: a trace, a workload, or a run folder, which is judged by what was"
              + " really sent.")
  private Optional<Path> other;

  @Option(
      names = "--holdout",
      description =
          "In place of OTHER: split the source's sessions into two random halves, fit a model on"
              + " one, generate as long as the other and judge against it. Shows over-fitting.")
  private boolean holdout;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description = "With --holdout: keep the halves, the model and the workload there.")
  private Optional<Path> keep;

  @Option(
      names = "--canaries",
      paramLabel = "FILE",
      description =
          "A trace or workload of the rows that were planted into what OTHER was made from: none"
              + " may come back.")
  private Optional<Path> canaries;

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
      description = "Seed of the random halves; with --holdout also of the generated workload.")
  private long seed;

  @Option(
      names = "--held-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Requests of a side that are held. A longer side is read several times, in stretches, and"
              + " the axes that compare lengths look at a random share of its sessions.")
  private int heldRows;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws Exception {
    if (holdout == other.isPresent() || keep.isPresent() && !holdout) {
      throw mistake(
          holdout
              ? "--holdout makes its own OTHER, expected none"
              : keep.isPresent()
                  ? "--keep keeps what --holdout makes, expected --holdout too"
                  : "no OTHER given, expected a trace, a workload or a run folder, or --holdout");
    }
    if (heldRows < FEWEST_HELD) {
      throw mistake("--held-rows is " + heldRows + ", expected " + FEWEST_HELD + " or more");
    }
    refuse(holdout);
    if (holdout && canaries.isPresent()) {
      throw mistake("--canaries are looked for in OTHER, expected no --holdout");
    }
    for (Optional<Path> output : List.of(json, html, markdown)) {
      if (output.isPresent()) {
        requireOutput(output.get(), source, other.orElse(source));
      }
    }
    Set<AxisId> wanted = wanted();
    FidelityReport report = holdout ? holdoutReport(wanted) : comparison(wanted);
    write(report);
    if (failUnder.isPresent() && !report.reaches(failUnder.get())) {
      err().println("facsimile: " + missed(report, failUnder.get()));
      return Exit.BOUND_MISSED;
    }
    return Exit.DONE;
  }

  /**
   * Refuses what cannot be done here, before any work.
   *
   * @param withHoldout whether OTHER is to be made of the source
   */
  protected void refuse(boolean withHoldout) {}

  /**
   * How sides are read that are too long to be held.
   *
   * @param progress of the stretches that they are read in
   */
  protected LongRows longRows(Progress progress) {
    return LongRows.here(progress);
  }

  private Training training() throws IOException {
    return canaries.isEmpty()
        ? Training.ON_SOURCE
        : new Training(Optional.empty(), Optional.of(planted(WorkloadSource.open(canaries.get()))));
  }

  private Side planted(WorkloadSource rows) throws IOException {
    return SideReader.read(rows, approval.check(rows, err()), Progress.SILENT);
  }

  private FidelityReport holdoutReport(Set<AxisId> wanted) throws IOException {
    TraceFile trace = sourceTrace().file();
    Admission admission = approval.check(trace, err());
    return new HoldoutStages(trace, admission, seed, err()).run(keep, wanted);
  }

  private void write(FidelityReport report) throws IOException {
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

  private FidelityReport comparison(Set<AxisId> wanted) throws IOException {
    try (ProgressLine stretches = new ProgressLine(err(), "looking at long sides", "stretches")) {
      LongRows reads = longRows(stretches);
      TwoReadings.Reading first = reading(sourceTrace(), reads);
      TwoReadings.Reading second = readingOther(other.orElseThrow(), reads);
      TwoReadings.Sides sides;
      try (ProgressLine progress = new ProgressLine(err(), "reading both sides", "rows")) {
        sides = new TwoReadings(progress).read(first, second);
      }
      return FidelityReport.of(sides.source(), sides.other(), training(), wanted, seed);
    }
  }

  private WorkloadSource.Trace sourceTrace() throws IOException {
    if (Files.isDirectory(source)) {
      throw new InputException(source, "is a folder, expected a trace as the source");
    }
    if (!(WorkloadSource.open(source) instanceof WorkloadSource.Trace trace)) {
      throw new InputException(source, "is a workload, expected a trace as the source");
    }
    return trace;
  }

  private TwoReadings.Reading readingOther(Path path, LongRows reads) throws IOException {
    if (!Files.isDirectory(path)) {
      return reading(WorkloadSource.open(path), reads);
    }
    RunFolder run = RunFolder.open(path);
    Admission admission = approval.check(run.path(), run.manifest().provenance(), err());
    return progress -> new SideReading.Whole(SideReader.read(run, admission, progress));
  }

  private TwoReadings.Reading reading(WorkloadSource requests, LongRows reads) throws IOException {
    Admission admission = approval.check(requests, err());
    return progress -> SideReader.open(requests, admission, heldRows, reads, progress);
  }
}
