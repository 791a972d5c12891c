package dev.facsimile.cli;

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
final class AnonymizeApplyCommand extends HelpfulCommand {
  @Mixin private ReleaseOptions options;

  @Override
  public Integer call() throws Exception {
    if (!options.complete()) {
      throw mistake("expected TRACE --policy YAML -o TRACE");
    }
    return new ReleaseStep(out(), err(), options).run();
  }
}
