package dev.facsimile.cli;

import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.Provenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Option;

/** {@code --allow-unapproved}, and the check that it overrides. */
final class ApprovalOption {
  @Option(
      names = "--allow-unapproved",
      description = "Accept a trace without a valid approval, and mark everything made from it.")
  private boolean allowUnapproved;

  /**
   * Checks a trace, a workload or anything else with a provenance.
   *
   * @return whether the input is unapproved and was let through, which marks what is made of it
   * @throws InputException if it is unapproved and not let through
   */
  boolean check(TraceFile trace, PrintWriter err) throws IOException {
    return check(trace.path(), Approval.of(trace, Clock.systemDefaultZone()), err);
  }

  /** As {@link #check(TraceFile, PrintWriter)}, for a workload or a trace used as one. */
  boolean check(WorkloadSource source, PrintWriter err) throws IOException {
    if (source instanceof WorkloadSource.Trace trace) {
      return check(trace.file(), err);
    }
    return check(source.path(), source.header().provenance(), err);
  }

  /** As {@link #check(TraceFile, PrintWriter)}, for a file that carries its provenance. */
  boolean check(Path path, Provenance provenance, PrintWriter err) {
    return check(path, Approval.of(provenance), err);
  }

  private boolean check(Path path, Approval approval, PrintWriter err) {
    if (approval instanceof Approval.Refused refused) {
      if (!allowUnapproved) {
        throw new InputException(
            path, refused.reason() + " (--allow-unapproved reads it all the same)");
      }
      err.println("facsimile: " + path + " " + refused.reason() + "; going on as asked");
      return true;
    }
    return false;
  }
}
