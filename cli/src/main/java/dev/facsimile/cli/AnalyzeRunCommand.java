package dev.facsimile.cli;

import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze run}. */
@Command(
    name = "run",
    description = {
      "Reports on a run: whether the client kept up, the accounting, TTFT, ITL and E2E from"
          + " dispatch and from schedule, tokens, objectives, slices, recovery behind spikes,"
          + " slopes, cost. One page on stdout, or everything with --full; an HTML page, a JSON"
          + " document, Markdown and JUnit's XML where named.",
      "Exits with 4 when the client was CLIENT-BOUND, since the figures are then not the server's.",
      ""
    })
final class AnalyzeRunCommand extends HelpfulCommand {
  @Parameters(
      paramLabel = "RUN",
      description =
          "A run folder, as replay run leaves it, or the results of another tool: AIPerf, vLLM"
              + " bench, GuideLLM or inference-perf.")
  private Path path;

  @Option(names = "--full", description = "Everything as text, not one page.")
  private boolean full;

  @Mixin private ReportOptionsMixin wanted;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write an HTML page.")
  private Optional<Path> html;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write a JSON document.")
  private Optional<Path> json;

  @Option(
      names = "--md",
      paramLabel = "FILE",
      description = "Also write GitHub's Markdown, for a job's summary.")
  private Optional<Path> markdown;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write JUnit's XML: the client's verdict as a test.")
  private Optional<Path> junit;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    RunSources sources = new RunSources(approval, err());
    RunAnalysis analysis = sources.read(sources.open(path), wanted.options());
    out().print(full ? analysis.text() : analysis.shortText());
    write(analysis);
    if (!full && html.isEmpty()) {
      out().println("More: --full prints everything, --html FILE writes it as a page.");
    }
    return analysis.verdict() == RunManifest.Verdict.CLIENT_BOUND ? Exit.BOUND_MISSED : Exit.DONE;
  }

  private void write(RunAnalysis analysis) throws IOException {
    if (html.isPresent()) {
      analysis.page().write(html.get());
      out().println("Page: " + html.get());
    }
    if (json.isPresent()) {
      analysis.writeJson(json.get());
      out().println("Document: " + json.get());
    }
    if (markdown.isPresent()) {
      ReportFiles.write(markdown.get(), analysis.markdown());
    }
    if (junit.isPresent()) {
      ReportFiles.write(junit.get(), analysis.junit());
    }
  }
}
