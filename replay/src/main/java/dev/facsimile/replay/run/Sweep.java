package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Runs a workload at several loads, each several times, one after the other from low to high, and
 * writes {@code sweep.json} beside the runs.
 */
public final class Sweep {
  /** The format's name in {@code sweep.json}. */
  public static final String FORMAT = "facsimile-sweep";

  /** The format's version. */
  public static final int VERSION = 1;

  /**
   * One load of a sweep.
   *
   * @param value requests per second, or clients
   * @param load makes the load of one repeat, from 0
   */
  public record Point(double value, Function<Integer, Load> load) {}

  /**
   * What one run gave.
   *
   * @param run its folder's name
   * @param value requests per second, or clients
   * @param repeat from 1
   * @param seed of its arrivals; absent where there is none
   * @param verdict the client's
   * @param counts the accounting
   * @param seconds from the zero to the last outcome
   * @param completedPerSecond of them
   * @param ttftFromScheduleP50Nanos median
   * @param ttftFromScheduleP99Nanos 99th percentile
   */
  public record Line(
      String run,
      double value,
      int repeat,
      OptionalLong seed,
      RunManifest.Verdict verdict,
      RunManifest.Counts counts,
      double seconds,
      double completedPerSecond,
      OptionalLong ttftFromScheduleP50Nanos,
      OptionalLong ttftFromScheduleP99Nanos) {}

  /**
   * {@code sweep.json}.
   *
   * @param kind {@code rate} or {@code clients}: what {@link Line#value()} counts
   */
  public record Document(
      String format, int formatVersion, String kind, String workloadDigest, List<Line> runs) {}

  private final RunSeries series;

  /** A sweep of what its runs have in common. */
  public Sweep(RunSeries series) {
    this.series = series;
  }

  /** Hears of each run. */
  public interface Runs {
    /** The listener of a run that begins. */
    ReplayRun.Listener begins(String name, ReplayRun run);

    /** A run has ended, and the document of the sweep holds it. */
    void ended(Line line);
  }

  /**
   * Runs all of it; an interrupted run ends it.
   *
   * @param kind what the points' values count
   */
  public Document run(String kind, List<Point> points, int repeats, Path folder, Runs runs)
      throws IOException {
    if (Files.exists(folder)) {
      throw new InputException(folder, "is there already, expected a new folder for the sweep");
    }
    Files.createDirectories(folder);
    List<Line> lines = new ArrayList<>();
    boolean interrupted = false;
    for (Point point : points) {
      for (int repeat = 0; repeat < repeats && !interrupted; repeat++) {
        Line line = one(kind, point, repeat, folder, runs);
        lines.add(line);
        // Rewritten after each run, so that what was measured counts however the sweep ends.
        Json.write(folder.resolve("sweep.json"), document(kind, lines));
        runs.ended(line);
        interrupted = isInterrupted(folder.resolve(line.run()));
      }
    }
    return document(kind, lines);
  }

  private Document document(String kind, List<Line> lines) throws IOException {
    return new Document(FORMAT, VERSION, kind, series.source().digest(), List.copyOf(lines));
  }

  private static boolean isInterrupted(Path run) throws IOException {
    RunManifest manifest = RunFolder.open(run).manifest();
    return manifest
        .details()
        .flatMap(RunManifest.Details::endedBecause)
        .filter(why -> why.equals("interrupted"))
        .isPresent();
  }

  private Line one(String kind, Point point, int repeat, Path folder, Runs runs)
      throws IOException {
    String name = String.format(Locale.ROOT, "%s-%s-%d", kind, plain(point.value()), repeat + 1);
    Load load = point.load().apply(repeat);
    ReplayRun run = series.run(load);
    RunReport report = run.run(folder.resolve(name), false, runs.begins(name, run));
    RunManifest manifest = report.manifest();
    double seconds = manifest.durationNanos() / 1e9;
    return new Line(
        name,
        point.value(),
        repeat + 1,
        load instanceof Load.Rate rate ? OptionalLong.of(rate.seed()) : OptionalLong.empty(),
        manifest.client().verdict(),
        manifest.counts(),
        seconds,
        seconds > 0 ? manifest.counts().completed() / seconds : 0,
        percentile(report, 50),
        percentile(report, 99));
  }

  private static OptionalLong percentile(RunReport report, double percent) {
    return report.ttftFromSchedule().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(report.ttftFromSchedule().at(percent));
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
