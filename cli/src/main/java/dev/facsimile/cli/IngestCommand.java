package dev.facsimile.cli;

import dev.facsimile.ingest.FormatGuess;
import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile ingest}. */
@Command(
    name = "ingest",
    description = "Turn production logs into a raw trace (Parquet), losing no row in silence.")
final class IngestCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = "Log files of one log, plain, .gz or .zst.")
  private List<Path> logs;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "TRACE",
      description = "The trace to write, such as x.trace.parquet; only its owner may read it.")
  private Path output;

  @Option(
      names = "--format",
      defaultValue = "auto",
      paramLabel = "NAME",
      description = "Log format: auto, azure-llm, litellm or mooncake.")
  private String format;

  @Option(
      names = "--mapping",
      paramLabel = "YAML",
      description = "Describes any other CSV or JSON Lines log: which field is which column.")
  private Path mapping;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description =
          "A tokenizer.json: counts tokens and cuts prefix blocks where prompts are logged.")
  private Path tokenizer;

  @Option(
      names = "--block-tokens",
      defaultValue = "16",
      description = "Tokens in a prefix block cut by --tokenizer.")
  private int blockTokens;

  @Option(
      names = "--reorder-rows",
      defaultValue = "8192",
      description = "Rows held back to put them in time order; a row that comes later is refused.")
  private int reorderRows;

  @Option(
      names = "--max-rejects",
      defaultValue = "0.01",
      paramLabel = "SHARE",
      description = "Share of refused rows above which no trace is written (exit 3).")
  private double maxRejects;

  @Override
  public Integer call() throws Exception {
    if (blockTokens < 1) {
      throw mistake("--block-tokens is " + blockTokens + ", expected 1 or more");
    }
    if (reorderRows < 1) {
      throw mistake("--reorder-rows is " + reorderRows + ", expected 1 or more");
    }
    if (!(maxRejects >= 0 && maxRejects <= 1)) {
      throw mistake("--max-rejects is " + maxRejects + ", expected a share from 0 to 1");
    }
    Optional<Tokenizer> loaded = loadTokenizer();
    Ingest.Plan plan =
        new Ingest.Plan(logs, chosenFormat(), loaded, blockTokens, reorderRows, maxRejects, output);
    Ingest.Summary summary;
    try (ProgressLine progress = new ProgressLine(err(), "ingest", "bytes")) {
      summary = new Ingest(plan, progress).run();
    } finally {
      loaded.ifPresent(Tokenizer::close);
    }
    print(summary);
    return Exit.DONE;
  }

  private Optional<Tokenizer> loadTokenizer() throws IOException {
    return tokenizer == null ? Optional.empty() : Optional.of(Tokenizer.load(tokenizer));
  }

  private Optional<LogFormat> chosenFormat() throws IOException {
    if (mapping != null) {
      if (!format.equals("auto")) {
        throw mistake("--mapping and --format were both given, expected one of them");
      }
      return Optional.of(Mapping.load(mapping));
    }
    if (format.equals("auto")) {
      return Optional.empty();
    }
    Optional<LogFormat> named = LogFormats.named(format);
    if (named.isEmpty()) {
      List<String> names = LogFormats.ALL.stream().map(LogFormat::name).toList();
      throw mistake(
          "--format is '"
              + format
              + "', "
              + NearMiss.of(format, names)
                  .map(name -> "did you mean " + name + "?")
                  .orElse("expected auto or one of " + String.join(", ", names)));
    }
    return named;
  }

  private void print(Ingest.Summary summary) {
    for (Path log : logs) {
      FormatGuess guess = summary.formats().get(log);
      out().printf("%s is %s, because %s%n", log, guess.format().name(), guess.why());
    }
    out()
        .printf(
            "%,d rows read = %,d accepted + %,d merged + %,d skipped + %,d rejected%n",
            summary.read(),
            summary.accepted(),
            summary.mergedRows(),
            summary.skippedRows(),
            summary.rejected());
    summary.merged().forEach((reason, rows) -> out().printf("  merged %,d: %s%n", rows, reason));
    summary.skipped().forEach((reason, rows) -> out().printf("  skipped %,d: %s%n", rows, reason));
    summary
        .rejectReasons()
        .forEach((reason, rows) -> out().printf("  rejected %,d: %s%n", rows, reason));
    summary.rejects().ifPresent(file -> out().printf("  listed in %s%n", file));
    summary.findings().forEach(finding -> out().printf("clock: %s%n", finding));
    out().printf("raw trace: %s%n", output);
  }
}
