package dev.facsimile.cli;

import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Opens what a user names as a run. */
final class RunSources {
  private RunSources() {}

  /**
   * A run folder of ours whose approval is checked.
   *
   * @throws dev.facsimile.trace.file.InputException if it is none, or not approved
   */
  static RunSource open(Path path, ApprovalOption approval, PrintWriter err) throws IOException {
    RunFolder folder = RunFolder.open(path);
    approval.check(path, folder.manifest().provenance(), err);
    return RunSource.of(folder);
  }
}
