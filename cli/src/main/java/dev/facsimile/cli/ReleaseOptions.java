package dev.facsimile.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a release is made of: {@code anonymize} and {@code anonymize apply} ask for the same. */
final class ReleaseOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "TRACE",
      description = "The raw trace that ingest wrote.")
  private Path trace;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "What may be released and in what form; see samples/policies/demo.yaml.")
  private Path policy;

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
              + " profile has text.")
  private Optional<Path> tokenizer;

  /** Not marked as required: the commands below {@code anonymize} do without them. */
  boolean complete() {
    return trace != null && policy != null && output != null;
  }

  Path trace() {
    return trace;
  }

  Path policy() {
    return policy;
  }

  Path output() {
    return output;
  }

  Optional<Path> tokenizer() {
    return tokenizer;
  }
}
