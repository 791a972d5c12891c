package dev.facsimile.analyze.run;

import dev.facsimile.analyze.report.HtmlPage;
import dev.facsimile.analyze.report.JUnitXml;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The report on one run, in the forms that it can be given. */
public final class RunAnalysis {
  /** The format of a report's JSON. */
  public static final String FORMAT = RunReport.FORMAT;

  /** The newest version of it. */
  public static final int VERSION = RunReport.VERSION;

  private final String name;
  private final RunData data;
  private final RunReport report;
  private final Map<String, Figure> figures;
  private final Map<String, Map<String, Figure>> sliceFigures;

  private RunAnalysis(String name, RunData data, RunReport report) {
    this.name = name;
    this.data = data;
    this.report = report;
    this.figures = Figures.of(report);
    this.sliceFigures = Figures.ofSlices(report);
  }

  /**
   * Reads a run and works out its figures. Holds about 150 bytes for each offered request.
   *
   * @throws dev.facsimile.trace.file.InputException if the folder is not whole
   */
  public static RunAnalysis of(RunSource source, ReportOptions options, Progress progress)
      throws IOException {
    RunData data = RunData.read(source, options, progress);
    return new RunAnalysis(source.name(), data, RunFigures.of(data, options));
  }

  /** Its name in reports. */
  public String name() {
    return name;
  }

  public RunManifest manifest() {
    return data.manifest();
  }

  /** The run's columns. */
  public RunData data() {
    return data;
  }

  /** Its figures by name, see {@link Figures}. */
  public Map<String, Figure> figures() {
    return figures;
  }

  /** The figures of each slice, by {@code dimension=value}. */
  public Map<String, Map<String, Figure>> sliceFigures() {
    return sliceFigures;
  }

  /** What a reader should know, one sentence each. */
  public List<String> findings() {
    return report.findings();
  }

  /** Whether the client itself kept up, so that the figures can be trusted. */
  public RunManifest.Verdict verdict() {
    return report.run().client().verdict();
  }

  /** Everything in the report as text for a terminal, lines of about a hundred characters. */
  public String text() {
    return RunText.full(name, report);
  }

  /** One page of text: what decides, and where to find the rest. */
  public String shortText() {
    return RunText.brief(name, report);
  }

  /** The page of text as GitHub's Markdown, for a job's summary or a pull request. */
  public String markdown() {
    return RunMarkdown.of(name, report);
  }

  /** Its validity as JUnit's XML. */
  public String junit() {
    RunManifest.Client client = report.run().client();
    JUnitXml xml = new JUnitXml("facsimile run " + name);
    if (report.lacks().contains(Lack.CLIENT)) {
      xml.add("client kept up", JUnitXml.Result.SKIPPED, "another tool made this run");
    } else {
      xml.add(
          "client kept up",
          client.verdict() == RunManifest.Verdict.CLIENT_BOUND
              ? JUnitXml.Result.FAILED
              : JUnitXml.Result.PASSED,
          client.verdict().word() + ": " + RunSentences.verdict(client));
    }
    xml.add(
        "run is complete",
        report.run().state() == RunManifest.State.PARTIAL
            ? JUnitXml.Result.FAILED
            : JUnitXml.Result.PASSED,
        RunSentences.identities(report.counts()));
    return xml.text();
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
