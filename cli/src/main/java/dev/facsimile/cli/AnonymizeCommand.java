package dev.facsimile.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code facsimile anonymize}. */
@Subcommands({
  AnonymizePlanCommand.class,
  AnonymizeDryRunCommand.class,
  AnonymizeApplyCommand.class,
  AnonymizeScanCommand.class,
  AnonymizeVerifyCommand.class,
  AnonymizeApproveCommand.class,
  AnonymizeRevokeCommand.class,
  AnonymizeKeygenCommand.class
})
@Command(
    name = "anonymize",
    description = {
      "Turn a raw trace into one without raw ids, absolute time and text, or with made-up or"
          + " redacted text, under a policy, and write a manifest beside it. The risk is measured"
          + " before anything is written.",
      "The written bytes are then verified: scanned, searched for strings of the raw trace, and"
          + " canaries are planted in a copy. Exits with 4 if a bound is missed or anything is"
          + " found.",
      ""
    })
final class AnonymizeCommand extends HelpfulCommand {
  @Mixin private ReleaseOptions options;

  @Override
  public Integer call() throws Exception {
    if (!options.complete()) {
      throw mistake(
          "expected TRACE --policy YAML -o TRACE, or a command: " + String.join(", ", commands()));
    }
    return new ReleaseStep(out(), err(), options).run(ReleaseStep::here, true);
  }
}
