package dev.facsimile.cli;

import dev.facsimile.replay.run.MergedRun;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay merge}. */
@Command(
    name = "merge",
    description = {"Put the runs of all shards together as the one run that they are.", ""})
final class ReplayMergeCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "The runs of all shards, made with --shard I/N and the same --start-at.")
  private List<Path> runs;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Path folder;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD|TRACE",
      description =
          "What was replayed, where a generator died: whatever its shard, missing or recovered by"
              + " replay recover, has no outcome of then counts as never sent.")
  private Optional<Path> workload;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Override
  public Integer call() throws IOException {
    Optional<WorkloadSource> source =
        workload.isPresent() ? Optional.of(WorkloadSource.open(workload.get())) : Optional.empty();
    RunManifest manifest = MergedRun.merge(runs, source, folder, overwrite);
    out()
        .printf(
            "%s: %,d requests of %d shards, written to %s%n",
            manifest.client().verdict().word(), manifest.counts().offered(), runs.size(), folder);
    if (manifest.state() == RunManifest.State.PARTIAL) {
      manifest
          .details()
          .flatMap(RunManifest.Details::endedBecause)
          .ifPresent(why -> out().println("partial: " + why));
    }
    out().flush();
    return ReplayStart.exit(manifest, false);
  }
}
