package dev.facsimile.cli;

import dev.facsimile.anonymize.Releaser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code facsimile anonymize apply}. */
@Command(
    name = "apply",
    description = {
      "Write the release of a raw trace under a policy, and its manifest: what anonymize does after"
          + " plan and dry-run.",
      ""
    })
public class AnonymizeApplyCommand extends HelpfulCommand {
  @Mixin private ReleaseOptions options;

  @Override
  public Integer call() throws Exception {
    if (!options.complete()) {
      throw mistake("expected TRACE --policy YAML -o TRACE");
    }
    return new ReleaseStep(out(), err(), options).run(this::releaser, verifies());
  }

  /** What makes the release, once the options were found to be complete. */
  protected Releaser releaser(Path policy, Clock clock, String operator) throws IOException {
    return ReleaseStep.here(policy, clock, operator);
  }

  /** Whether the written bytes are looked at; otherwise the release stays a draft. */
  protected boolean verifies() {
    return true;
  }
}
