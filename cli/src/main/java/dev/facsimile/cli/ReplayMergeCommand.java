package dev.facsimile.cli;

import dev.facsimile.replay.run.MergedRun;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Override
  public Integer call() throws IOException {
    RunManifest manifest = MergedRun.merge(runs, folder, overwrite);
    out()
        .printf(
            "%s: %,d requests of %d shards, written to %s%n",
            manifest.client().verdict().word(), manifest.counts().offered(), runs.size(), folder);
    out().flush();
    return ReplayStart.exit(manifest, false);
  }
}
