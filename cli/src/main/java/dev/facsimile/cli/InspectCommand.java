package dev.facsimile.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.analyze.compare.RunComparison;
import dev.facsimile.analyze.fidelity.FidelityJson;
import dev.facsimile.analyze.fidelity.FidelityText;
import dev.facsimile.analyze.gate.GateReport;
import dev.facsimile.analyze.history.Entry;
import dev.facsimile.analyze.quality.QualityReport;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.sweep.SweepReport;
import dev.facsimile.analyze.trace.TraceSummary;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.Revocations;
import dev.facsimile.trace.file.ArrowExport;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile inspect}. */
@Command(
    name = "inspect",
    description =
        "Show a file of ours: its header, its number of rows and the first ones; of a fidelity"
            + " report, its page. Reads raw traces too; the text of prompts is never shown.")
final class InspectCommand extends HelpfulCommand {
  /** Documents, and the newest version of each that is understood. */
  private static final Map<String, Integer> NEWEST =
      Map.ofEntries(
          Map.entry(TrafficModel.FORMAT, TrafficModel.VERSION),
          Map.entry(TraceSummary.FORMAT, TraceSummary.VERSION),
          Map.entry(RunAnalysis.FORMAT, RunAnalysis.VERSION),
          Map.entry(RunComparison.FORMAT, RunComparison.VERSION),
          Map.entry(GateReport.FORMAT, GateReport.VERSION),
          Map.entry(SweepReport.FORMAT, SweepReport.VERSION),
          Map.entry(QualityReport.FORMAT, QualityReport.VERSION),
          Map.entry(Entry.FORMAT, Entry.VERSION),
          Map.entry(RunManifest.FORMAT, RunManifest.VERSION),
          Map.entry(ApprovalManifest.FORMAT, ApprovalManifest.VERSION),
          Map.entry(Revocations.FORMAT, Revocations.VERSION));

  @Parameters(
      paramLabel = "FILE",
      description = "A trace, a workload, a model, a report or a run folder.")
  private Path file;

  @Option(names = "--rows", defaultValue = "5", description = "How many rows to show.")
  private int rows;

  @Option(
      names = "--arrow",
      paramLabel = "OUT",
      description =
          "Write the whole table as an Arrow IPC file, for pandas or polars; of a run, its"
              + " outcomes.")
  private Path arrow;

  @Mixin private TrustOption trust;

  @Override
  public Integer call() throws Exception {
    if (rows < 0) {
      throw mistake("--rows is " + rows + ", expected 0 or more");
    }
    if (arrow != null) {
      requireOutput(arrow, file);
      out().printf("%,d rows in %s%n", ArrowExport.write(file, arrow), arrow);
      return Exit.DONE;
    }
    if (Files.isDirectory(file)) {
      RunFolder run = RunFolder.open(file);
      out().print(Json.pretty(run.manifest()));
      try (Rows<Outcome> outcomes = run.outcomes()) {
        showRows(outcomes);
      }
    } else if (file.getFileName().toString().endsWith(".json")) {
      showDocument();
    } else if (WorkloadSource.open(file) instanceof WorkloadSource.Trace trace) {
      showTrace(trace.file());
    } else {
      showWorkload(WorkloadSource.open(file));
    }
    return Exit.DONE;
  }

  private void showDocument() throws IOException {
    InputFiles.requireFile(file);
    JsonNode tree;
    try {
      tree = Json.tree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new InputException(file, "is not valid JSON: " + e.getOriginalMessage(), e);
    }
    String format = tree.path("format").asText("");
    if (!format.startsWith("facsimile-")) {
      throw new InputException(file, "names no Facsimile format, expected a file of ours");
    }
    if (format.equals(FidelityJson.FORMAT)) {
      out().print(FidelityText.page(FidelityJson.read(file)));
      return;
    }
    if (NEWEST.containsKey(format)) {
      Json.document(file, format, NEWEST.get(format), JsonNode.class);
    }
    out().print(Json.pretty(tree));
  }

  private void showTrace(TraceFile trace) throws IOException {
    out().print(Json.pretty(trace.header()));
    if (trace.header().stage() == TraceHeader.Stage.ANONYMIZED) {
      out().println("approval: " + ApprovalText.state(trace, trust.standard()));
    }
    try (Rows<TraceRow> read = trace.rows()) {
      showRows(read);
    }
  }

  private void showWorkload(WorkloadSource workload) throws IOException {
    out().print(Json.pretty(workload.header()));
    try (Rows<WorkloadRow> read = workload.rows()) {
      showRows(read);
    }
  }

  private <T> void showRows(Rows<T> read) throws IOException {
    long count = 0;
    for (Optional<T> row = read.next(); row.isPresent(); row = read.next()) {
      if (count++ < rows) {
        out().println(Json.line(row.get()));
      }
    }
    out().printf("%,d rows%n", count);
  }
}
