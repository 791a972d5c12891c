package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A capacity search against a server: each try of a rate is a run of its own. */
public final class CapacityRun {
  private final RunSeries series;
  private final Slo slo;
  private final long seed;
  private final Duration length;

  /**
   * A search to be.
   *
   * @param series what its runs have in common
   * @param seed of the first try's arrivals; each one after it has the next
   * @param length of each run
   */
  public CapacityRun(RunSeries series, Slo slo, long seed, Duration length) {
    this.series = series;
    this.slo = slo;
    this.seed = seed;
    this.length = length;
  }

  /** Hears of each run that begins. */
  @FunctionalInterface
  public interface Runs {
    /** The listener of a run. */
    ReplayRun.Listener begins(String name, ReplayRun run);
  }

  /**
   * Searches and writes {@code capacity.json} beside the runs, also where it ends early: because
   * the client cannot send a rate, or because a run was interrupted.
   */
  public CapacitySearch.Found search(
      CapacitySearch search, double low, double high, Path folder, Runs runs) throws IOException {
    if (Files.exists(folder)) {
      throw new InputException(folder, "is there already, expected a new folder for the runs");
    }
    Files.createDirectories(folder);
    CapacitySearch.Found found =
        search.search(low, high, (rate, repeat) -> run(rate, repeat, folder, runs));
    Json.write(folder.resolve("capacity.json"), found);
    return found;
  }

  private Slo.Count run(double rate, int repeat, Path folder, Runs runs)
      throws IOException, CapacitySearch.Ended {
    String name = String.format(Locale.ROOT, "rate-%.2f-%d", rate, repeat + 1);
    Load.Stage stage = new Load.Stage(Optional.empty(), length, rate, rate);
    Load load = new Load.Rate(List.of(stage), new ArrivalProcess.Poisson(), seed + repeat);
    Path to = folder.resolve(name);
    ReplayRun run = series.run(load);
    RunReport report = run.run(to, false, runs.begins(name, run));
    requireWhole(report.manifest(), name);
    return slo.count(RunFolder.open(to));
  }

  /** A rate at which the client was the bottleneck says nothing of the server. */
  private void requireWhole(RunManifest manifest, String name) throws CapacitySearch.Ended {
    Optional<String> cut = manifest.details().flatMap(RunManifest.Details::endedBecause);
    if (cut.isPresent()) {
      throw new CapacitySearch.Ended(name + " ended early: " + cut.get());
    }
    if (manifest.client().verdict() == RunManifest.Verdict.CLIENT_BOUND) {
      throw new CapacitySearch.Ended(
          name + " is CLIENT-BOUND: this client cannot send that rate, a larger one is not known");
    }
    double asked = manifest.workload().requests() / (length.toNanos() / 1e9);
    if (manifest.durationNanos() < length.toNanos() / 2 && asked > 0) {
      throw new InputException(
          series.source().path(),
          "has too few rows for "
              + length.toSeconds()
              + " s at this rate: the run ended after "
              + manifest.durationNanos() / 1_000_000_000L
              + " s");
    }
  }
}
