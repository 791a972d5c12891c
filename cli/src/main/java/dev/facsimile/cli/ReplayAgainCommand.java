package dev.facsimile.cli;

import dev.facsimile.replay.run.RepeatedRun;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay again}. */
@Command(
    name = "again",
    description = {
      "Repeat a run with the options of its manifest. The key, headers, certificates and a template"
          + " are in no manifest: give them again.",
      ""
    })
final class ReplayAgainCommand extends HelpfulCommand {
  @Parameters(index = "0", paramLabel = "RUN", description = "The run to repeat.")
  private Path run;

  @Parameters(
      index = "1",
      paramLabel = "WORKLOAD|TRACE",
      description = "What it replayed; refused unless its digest is that of the run.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Path folder;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Mixin private ReplayWireOptions wire;
  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    ReplayOptions options = RepeatedRun.options(RunFolder.open(run), source, wire.secrets(this));
    RunWriter.requireFree(folder, overwrite);
    ReplayStart.requireAllowedHosts(source, admission, approval, options.wire().urls());
    RunReport report =
        ReplayStart.run(
            this, new ReplayRun(source, options, admission, Clock.systemUTC()), folder, overwrite);
    return ReplayStart.exit(report.manifest(), false);
  }
}
