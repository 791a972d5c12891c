package dev.facsimile.analyze.run;

import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;

/** The report on one run, in the forms that it can be given. */
public final class RunAnalysis {
  private final String name;
  private final RunData data;
  private final RunReport report;

  private RunAnalysis(String name, RunData data, RunReport report) {
    this.name = name;
    this.data = data;
    this.report = report;
  }

  /**
   * Reads a run and works out its figures. Holds 200 to 400 bytes for each offered request.
   *
   * @param objectives what a request has to meet
   * @param stated whether a person stated them; the report says so if they are defaults
   * @throws dev.facsimile.trace.file.InputException if the folder is not whole
   */
  public static RunAnalysis of(
      RunFolder folder, Objectives objectives, boolean stated, Progress progress)
      throws IOException {
    RunData data = RunData.read(folder, objectives, progress);
    String name = folder.path().toAbsolutePath().normalize().getFileName().toString();
    return new RunAnalysis(name, data, RunFigures.of(data, stated));
  }

  /** Whether the client itself kept up, so that the figures can be trusted. */
  public RunManifest.Verdict verdict() {
    return report.run().client().verdict();
  }

  /** The report as text for a terminal, lines of about a hundred characters. */
  public String text() {
    return RunText.of(name, report);
  }

  /** The report as one HTML page. */
  public HtmlPage page() {
    return RunPage.of(name, report, data);
  }

  /** Writes the report as a JSON document. */
  public void writeJson(Path file) throws IOException {
    Json.write(file, report);
  }

  RunReport report() {
    return report;
  }
}
