package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A capacity search against a server: each try of a rate is a run of its own. */
public final class CapacityRun {
  private final WorkloadSource source;
  private final ReplayOptions options;
  private final Admission admission;
  private final Clock clock;
  private final Slo slo;
  private final long seed;
  private final Duration length;

  /**
   * A search to be.
   *
   * @param options of each run but for its load
   * @param seed of the first try's arrivals; each one after it has the next
   * @param length of each run
   */
  public CapacityRun(
      WorkloadSource source,
      ReplayOptions options,
      Admission admission,
      Clock clock,
      Slo slo,
      long seed,
      Duration length) {
    this.source = source;
    this.options = options;
    this.admission = admission;
    this.clock = clock;
    this.slo = slo;
    this.seed = seed;
    this.length = length;
  }

  /**
   * Searches and writes {@code capacity.json} beside the runs.
   *
   * @param listeners the listener of a run, by its name
   */
  public CapacitySearch.Found search(
      CapacitySearch search,
      double low,
      double high,
      Path folder,
      Function<String, ReplayRun.Listener> listeners)
      throws IOException {
    if (Files.exists(folder)) {
      throw new InputException(folder, "is there already, expected a new folder for the runs");
    }
    Files.createDirectories(folder);
    CapacitySearch.Found found =
        search.search(low, high, (rate, repeat) -> run(rate, repeat, folder, listeners));
    Json.write(folder.resolve("capacity.json"), found);
    return found;
  }

  private Slo.Count run(
      double rate, int repeat, Path folder, Function<String, ReplayRun.Listener> listeners)
      throws IOException {
    String name = String.format(Locale.ROOT, "rate-%.2f-%d", rate, repeat + 1);
    Load.Stage stage = new Load.Stage(Optional.empty(), length, rate, rate);
    Load load = new Load.Rate(List.of(stage), new ArrivalProcess.Poisson(), seed + repeat);
    Path to = folder.resolve(name);
    RunReport report =
        new ReplayRun(source, options.with(load), admission, clock)
            .run(to, false, listeners.apply(name));
    requireWhole(report.manifest(), name);
    return slo.count(RunFolder.open(to));
  }

  /** A rate at which the client was the bottleneck says nothing of the server. */
  private void requireWhole(RunManifest manifest, String name) {
    if (manifest.client().verdict() == RunManifest.Verdict.CLIENT_BOUND) {
      throw new InputException(
          name
              + " is CLIENT-BOUND: the client cannot send this rate, so that the search ends here");
    }
    double asked = manifest.workload().requests() / (length.toNanos() / 1e9);
    if (manifest.durationNanos() < length.toNanos() / 2 && asked > 0) {
      throw new InputException(
          source.path(),
          "has too few rows for "
              + length.toSeconds()
              + " s at this rate: the run ended after "
              + manifest.durationNanos() / 1_000_000_000L
              + " s");
    }
  }
}
