package dev.facsimile.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize}. */
@Command(
    name = "anonymize",
    description = {
      "Turn a raw trace into one without raw ids, absolute time and text, or with made-up or"
          + " redacted text, under a policy, and write a manifest beside it. The risk is measured"
          + " before anything is written.",
      "The written bytes are then verified: scanned, searched for strings of the raw trace, and"
          + " canaries are planted in a copy. Exits with 4 if a bound is missed or anything is found.",
      ""
    },
    subcommands = {
      AnonymizePlanCommand.class,
      AnonymizeDryRunCommand.class,
      AnonymizeApplyCommand.class,
      AnonymizeScanCommand.class,
      AnonymizeVerifyCommand.class,
      AnonymizeApproveCommand.class,
      AnonymizeRevokeCommand.class,
      AnonymizeKeygenCommand.class
    })
final class AnonymizeCommand extends HelpfulCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "TRACE",
      description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "What may be released and in what form; see samples/policies/demo.yaml.")
  private Path policyFile;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TRACE",
      description = "The trace to write, such as approved.trace.parquet.")
  private Path output;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description =
          "The served model's tokenizer.json, its chat template beside it; needed by a policy whose"
              + " profile has text.",
      showDefaultValue = Visibility.NEVER)
  private Optional<Path> tokenizer;

  @Override
  public Integer call() throws Exception {
    // Not marked as required, since the subcommands do without them.
    if (trace == null || policyFile == null || output == null) {
      throw mistake(
          "expected TRACE --policy YAML -o TRACE, or a command: " + String.join(", ", commands()));
    }
    return new ReleaseStep(out(), err(), output).run(trace, policyFile, tokenizer);
  }
}
