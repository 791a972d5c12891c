package dev.facsimile.cli;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Retries;
import dev.facsimile.replay.run.Canary;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code facsimile replay canary}. */
@Command(
    name = "canary",
    description = {
      "A hundred requests of mixed lengths, ten at once: enough to see that a server is well, the"
          + " same every time.",
      ""
    })
final class ReplayCanaryCommand extends HelpfulCommand {
  @Mixin private ReplayWireOptions wire;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Path folder;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Of the lengths.")
  private long seed;

  @Mixin private ReplayContentOptions content;
  @Mixin private ReplayWatchOptions watch;

  @Option(names = "--no-warm-up", description = "Do not run the client's own code in before.")
  private boolean cold;

  @Override
  public Integer call() throws IOException {
    ReplayOptions options =
        new ReplayOptions(
            wire.wire(this),
            content.content(this),
            new Load.Closed(Canary.AT_ONCE),
            OptionalInt.empty(),
            ReplayOptions.DEFAULT_LIMITS,
            Retries.NONE,
            ReplayOptions.Cut.NONE,
            List.of(),
            Optional.empty(),
            !cold,
            watch.watch(this));
    RunWriter.requireFree(folder, overwrite);
    Path workload = Files.createTempFile("facsimile-canary", ".jsonl");
    try {
      Canary.write(workload, seed);
      RunReport report =
          ReplayStart.run(
              this,
              new ReplayRun(
                  WorkloadSource.open(workload), options, Admission.CARRIED, Clock.systemUTC()),
              folder,
              overwrite,
              watch.prometheusPort(),
              () -> "");
      return ReplayStart.exit(
          report.manifest(), watch.isOverFailures(this, report.manifest().counts()));
    } finally {
      Files.deleteIfExists(workload);
    }
  }
}
