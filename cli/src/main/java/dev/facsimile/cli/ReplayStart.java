package dev.facsimile.cli;

import dev.facsimile.replay.run.LiveMetrics;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ReplayTargets;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What every command that sends requests does around a run. */
final class ReplayStart {
  private ReplayStart() {}

  /**
   * A trace that holds text goes to the hosts that its approval names and to no other. Prompts made
   * up from counts and block ids, as those of a no-text trace and of any generated workload, hold
   * no text and may go anywhere.
   */
  static void requireAllowedHosts(WorkloadSource source, Admission admission, List<String> urls) {
    if (!(source instanceof WorkloadSource.Trace) || admission.approval().isEmpty()) {
      return;
    }
    ApprovalReference reference = admission.approval().get();
    for (String to : urls) {
      if (!reference.profile().equals(ApprovalManifest.NO_TEXT)
          && !ReplayTargets.allows(reference.replayTargets(), to)) {
        throw new InputException(
            source.path(),
            "holds text ("
                + reference.profile()
                + ") that may not be sent to "
                + to
                + ": its approval names "
                + (reference.replayTargets().isEmpty()
                    ? "no host"
                    : String.join(", ", reference.replayTargets())));
      }
    }
  }

  /** Runs it; Ctrl-C ends it early. */
  static RunReport run(ReplayRun run, Path to, boolean overwrite, PrintWriter err)
      throws IOException {
    return run(run, to, overwrite, err, Optional.empty());
  }

  /**
   * The same, and serves how it goes.
   *
   * @param port where, if anywhere
   */
  static RunReport run(
      ReplayRun run, Path to, boolean overwrite, PrintWriter err, Optional<Integer> port)
      throws IOException {
    if (port.isEmpty()) {
      return watched(run, to, overwrite, new ReplayProgress(err));
    }
    try (LiveMetrics metrics = new LiveMetrics(port.get())) {
      err.println("facsimile: metrics at http://127.0.0.1:" + metrics.port() + "/metrics");
      return watched(run, to, overwrite, new ReplayProgress(err, metrics));
    }
  }

  private static RunReport watched(
      ReplayRun run, Path to, boolean overwrite, ReplayProgress progress) throws IOException {
    try (progress;
        InterruptedRun interrupts = new InterruptedRun(run)) {
      interrupts.watch();
      return run.run(to, overwrite, progress);
    }
  }

  /** The exit code of a run by its manifest. */
  static int exit(RunManifest manifest, boolean tooManyFailures) {
    boolean aborted =
        manifest
            .details()
            .flatMap(RunManifest.Details::endedBecause)
            .filter(why -> !why.equals("interrupted"))
            .isPresent();
    if (manifest.state() == RunManifest.State.PARTIAL && !aborted) {
      return Exit.INTERRUPTED;
    }
    boolean clientBound = manifest.client().verdict() == RunManifest.Verdict.CLIENT_BOUND;
    return clientBound || aborted || tooManyFailures ? Exit.BOUND_MISSED : Exit.DONE;
  }
}
