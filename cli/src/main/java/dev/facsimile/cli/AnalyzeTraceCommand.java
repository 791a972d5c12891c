package dev.facsimile.cli;

import dev.facsimile.analyze.trace.TraceSummary;
import dev.facsimile.analyze.trace.TraceText;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze trace}. */
@Command(
    name = "trace",
    description =
        "Show what a trace is like: rows, rate, classes, lengths, burstiness, clock, sessions and"
            + " prefix hits. Reads raw traces too.")
final class AnalyzeTraceCommand extends HelpfulCommand {
  @Parameters(paramLabel = "FILE", description = "A trace.")
  private Path file;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private Optional<Path> json;

  @Override
  public Integer call() throws Exception {
    if (json.isPresent()) {
      requireOutput(json.get(), file);
    }
    TraceFile trace = TraceFile.open(file);
    TraceSummary summary;
    try (ProgressLine progress = new ProgressLine(err(), "reading " + file.getFileName(), "rows")) {
      summary = TraceSummary.of(trace, progress);
    }
    if (json.isPresent()) {
      Json.write(json.get(), summary);
    }
    out().print(TraceText.page(summary));
    return Exit.DONE;
  }
}
