package dev.facsimile.cli;

import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Walks the steps behind a file and prints them with their approvals. */
final class ChainText {
  private static final int SHORT = 12;

  private final ApprovalStandard standard;
  private final PrintWriter out;

  ChainText(ApprovalStandard standard, PrintWriter out) {
    this.standard = standard;
    this.out = out;
  }

  /**
   * Prints the chain of the first file; the others are matched to its steps.
   *
   * @throws InputException if a later stage would refuse the file
   */
  int print(List<Path> files) throws IOException {
    Path file = files.get(0);
    Map<String, Path> bySha256 = new LinkedHashMap<>();
    for (Path other : files.subList(1, files.size())) {
      InputFiles.requireFile(other);
      bySha256.put(InputFiles.sha256(other), other);
    }
    Provenance provenance;
    Approval approval;
    if (isTrace(file)) {
      TraceFile trace = TraceFile.open(file);
      provenance = trace.header().provenance();
      approval = Approval.of(trace, standard);
    } else {
      provenance = provenance(file);
      approval = Approval.of(provenance, standard);
    }
    out.println(file + ": " + provenance.steps().size() + " steps");
    int number = 1;
    for (Step step : provenance.steps()) {
      print(number++, step, bySha256);
    }
    bySha256.values().forEach(other -> out.println("not in the chain: " + other));
    if (approval instanceof Approval.Refused refused) {
      throw new InputException(file, refused.reason());
    }
    out.println("valid: " + valid(provenance, (Approval.Approved) approval));
    return Exit.DONE;
  }

  private static boolean isTrace(Path file) throws IOException {
    return !Files.isDirectory(file)
        && !file.getFileName().toString().endsWith(".json")
        && WorkloadSource.open(file) instanceof WorkloadSource.Trace;
  }

  private static Provenance provenance(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      return RunFolder.open(file).manifest().provenance();
    }
    return file.getFileName().toString().endsWith(".json")
        ? TrafficModel.read(file).provenance()
        : WorkloadSource.open(file).header().provenance();
  }

  private void print(int number, Step step, Map<String, Path> bySha256) {
    out.printf(
        "%d. %s, Facsimile %s%s%n",
        number,
        step.stage(),
        step.toolVersion(),
        step.unapproved() ? ", let an UNAPPROVED input through" : "");
    for (Step.InputFile input : step.inputs()) {
      Path known = bySha256.remove(input.sha256());
      out.printf(
          "   read %s %s%s%n",
          input.role(),
          input.sha256().substring(0, Math.min(SHORT, input.sha256().length())),
          known == null ? "" : " = " + known);
    }
    step.approval()
        .ifPresent(
            reference ->
                out.printf(
                    "   under %s; manifest %s, trace %s, profile %s%n",
                    reference.sentence(),
                    reference.manifestSha256().substring(0, SHORT),
                    reference.traceSha256().substring(0, SHORT),
                    reference.profile()));
  }

  private static String valid(Provenance provenance, Approval.Approved approved) {
    if (approved.reference().isPresent()) {
      return approved.reference().get().sentence();
    }
    return provenance.approvals().isEmpty()
        ? "no approved trace stands behind it, and no unapproved one"
        : provenance.approvals().get(provenance.approvals().size() - 1).sentence();
  }
}
