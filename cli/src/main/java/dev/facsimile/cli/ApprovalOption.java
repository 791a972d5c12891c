package dev.facsimile.cli;

import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.Provenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --allow-unapproved}, and the check that it overrides. */
final class ApprovalOption {
  @Option(
      names = "--allow-unapproved",
      description = "Accept a trace without a valid approval, and mark everything made from it.")
  private boolean allowUnapproved;

  @Mixin private TrustOption trust;

  /**
   * Checks a trace, a workload or anything else with a provenance.
   *
   * @return how it was let in, for the provenance of what is made of it
   * @throws InputException if it is unapproved and not let in all the same
   */
  Admission check(TraceFile trace, PrintWriter err) throws IOException {
    return check(trace.path(), Approval.of(trace, this.trust.standard()), err);
  }

  /** As {@link #check(TraceFile, PrintWriter)}, for a workload or a trace used as one. */
  Admission check(WorkloadSource source, PrintWriter err) throws IOException {
    if (source instanceof WorkloadSource.Trace trace) {
      return check(trace.file(), err);
    }
    return check(source.path(), source.header().provenance(), err);
  }

  /** As {@link #check(TraceFile, PrintWriter)}, for a file that carries its provenance. */
  Admission check(Path path, Provenance provenance, PrintWriter err) throws IOException {
    return check(path, Approval.of(provenance, trust.standard()), err);
  }

  /**
   * The hosts that the manifest of a trace names for its text, although it is not approved, such as
   * after it expired; none where it was altered or has no manifest.
   */
  List<String> replayTargets(TraceFile trace) throws IOException {
    boolean altered =
        Approval.of(trace, this.trust.standard()) instanceof Approval.Refused refused
            && refused.isAltered();
    Path manifest = ManifestFile.of(trace.path());
    if (altered || !Files.exists(manifest)) {
      return List.of();
    }
    return ManifestFile.read(manifest)
        .manifest()
        .terms()
        .map(ApprovalManifest.Terms::replayTargets)
        .orElse(List.of());
  }

  private Admission check(Path path, Approval approval, PrintWriter err) {
    if (approval instanceof Approval.Approved approved) {
      return approved.reference().map(Admission::by).orElse(Admission.CARRIED);
    }
    String reason = ((Approval.Refused) approval).reason();
    if (!allowUnapproved) {
      throw new InputException(path, reason + "; --allow-unapproved reads it all the same");
    }
    err.println("facsimile: " + path + " " + reason + "; going on as asked");
    return Admission.UNAPPROVED;
  }
}
