package dev.facsimile.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize apply}. */
@Command(
    name = "apply",
    description = {
      "Write the release of a raw trace under a policy, and its manifest: what anonymize does after"
          + " plan and dry-run.",
      ""
    })
final class AnonymizeApplyCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "YAML",
      description = "What may be released and in what form.")
  private Path policyFile;

  @Option(
      names = {"-o", "--output"},
      required = true,
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
    return new ReleaseStep(out(), err(), output).run(trace, policyFile, tokenizer);
  }
}
