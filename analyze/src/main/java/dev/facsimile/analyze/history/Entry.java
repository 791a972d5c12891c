package dev.facsimile.analyze.history;

import dev.facsimile.analyze.run.Figure;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run in a history; one file.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the file's layout
 * @param methodVersion version of the definitions that the figures follow
 * @param toolVersion version of Facsimile that wrote it
 * @param run the run's name
 * @param startedAt when it started, ISO-8601 UTC
 * @param workload the workload's digest
 * @param model the model asked for
 * @param url the target
 * @param load the shape of the load
 * @param verdict the client's verdict
 * @param state whether the run reached its end
 * @param labels the user's own, such as a commit
 * @param figures by name; times in nanoseconds, shares from 0 to 1
 */
public record Entry(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    String run,
    String startedAt,
    String workload,
    String model,
    String url,
    String load,
    String verdict,
    String state,
    Map<String, String> labels,
    Map<String, Double> figures) {
  public static final String FORMAT = "facsimile-history-entry";
  public static final int VERSION = 1;

  /** A run's entry. */
  public static Entry of(RunAnalysis analysis, Map<String, String> labels) {
    RunManifest manifest = analysis.manifest();
    Map<String, Double> figures = new TreeMap<>();
    for (Figure figure : analysis.figures().values()) {
      figures.put(figure.name(), figure.value());
    }
    return new Entry(
        FORMAT,
        VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        analysis.name(),
        manifest.startedAt(),
        manifest.workload().digest(),
        manifest.target().model(),
        manifest.target().url(),
        manifest.load().mode()
            + (manifest.load().clients().isPresent()
                ? " " + manifest.load().clients().getAsInt()
                : ""),
        manifest.client().verdict().word(),
        manifest.state().word(),
        new TreeMap<>(labels),
        figures);
  }

  /** When it started; absent where another tool did not tell. */
  public Optional<Instant> started() {
    try {
      return Optional.of(Instant.parse(startedAt));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Runs of one series: what makes them comparable. */
  String series() {
    return model
        + ", workload "
        + workload.substring(0, Math.min(8, workload.length()))
        + ", "
        + load;
  }
}
