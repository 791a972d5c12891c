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
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What every command that sends requests does around a run. */
final class ReplayStart {
  private ReplayStart() {}

  /**
   * A release that holds text goes to the hosts that its manifest names and to no other, also where
   * it is let in unapproved. Prompts made up from counts and block ids, as those of a raw trace, a
   * no-text trace and any generated workload, hold no text and may go anywhere.
   *
   * @param option which let it in
   */
  static void requireAllowedHosts(
      WorkloadSource source, Admission admission, ApprovalOption option, List<String> urls)
      throws IOException {
    if (!(source instanceof WorkloadSource.Trace trace)) {
      return;
    }
    if (admission.approval().isPresent()) {
      ApprovalReference reference = admission.approval().get();
      if (!reference.profile().equals(ApprovalManifest.NO_TEXT)) {
        requireNamed(source, reference.replayTargets(), urls, "text (" + reference.profile() + ")");
      }
    } else if (trace.file().header().stage() == TraceHeader.Stage.ANONYMIZED
        && trace.file().valueCounts().getOrDefault("content", 0L) > 0) {
      requireNamed(source, option.replayTargets(trace.file()), urls, "text");
    }
  }

  private static void requireNamed(
      WorkloadSource source, List<String> hosts, List<String> urls, String what) {
    for (String to : urls) {
      if (!ReplayTargets.allows(hosts, to)) {
        throw new InputException(
            source.path(),
            "holds "
                + what
                + " that may not be sent to "
                + to
                + ": its approval names "
                + (hosts.isEmpty() ? "no host" : String.join(", ", hosts)));
      }
    }
  }

  /** Runs it and prints its report; Ctrl-C ends it early and waits for both. */
  static RunReport run(HelpfulCommand command, ReplayRun run, Path to, boolean overwrite)
      throws IOException {
    return run(command, run, to, overwrite, Optional.empty(), () -> "");
  }

  /**
   * The same, and serves how it goes.
   *
   * @param port where, if anywhere
   * @param more what to print behind the report, asked for once the run has ended
   */
  static RunReport run(
      HelpfulCommand command,
      ReplayRun run,
      Path to,
      boolean overwrite,
      Optional<Integer> port,
      Supplier<String> more)
      throws IOException {
    PrintWriter err = command.err();
    if (port.isEmpty()) {
      return watched(command, run, to, overwrite, new ReplayProgress(err), more);
    }
    try (LiveMetrics metrics = new LiveMetrics(port.get())) {
      err.println("facsimile: metrics at http://127.0.0.1:" + metrics.port() + "/metrics");
      return watched(command, run, to, overwrite, new ReplayProgress(err, metrics), more);
    }
  }

  private static RunReport watched(
      HelpfulCommand command,
      ReplayRun run,
      Path to,
      boolean overwrite,
      ReplayProgress progress,
      Supplier<String> more)
      throws IOException {
    try (InterruptedRun interrupts = new InterruptedRun(run);
        progress) {
      interrupts.watch();
      RunReport report = run.run(to, overwrite, progress);
      progress.clear();
      // A process that was told to exit does so when the watch ends: nothing is printed after it.
      command.out().print(ReplayText.report(report, to));
      command.out().print(more.get());
      command.out().flush();
      return report;
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
