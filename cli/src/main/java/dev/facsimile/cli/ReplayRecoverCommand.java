package dev.facsimile.cli;

import dev.facsimile.replay.run.RecoveredRun;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay recover}. */
@Command(
    name = "recover",
    description = {
      "Make a run folder of what a replay that crashed has left; it is marked as partial.",
      ""
    })
final class ReplayRecoverCommand extends HelpfulCommand {
  @Parameters(
      paramLabel = "RUN",
      description = "The run folder's name as it was given, or the temporary folder beside it.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    RunManifest manifest = RecoveredRun.recover(run);
    out().printf("recovered %,d outcomes, marked as partial%n", manifest.counts().offered());
    out().flush();
    return Exit.DONE;
  }
}
