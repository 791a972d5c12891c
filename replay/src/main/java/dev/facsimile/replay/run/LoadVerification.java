package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.shape.Expected;
import dev.facsimile.replay.shape.LoadCheck;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Verifies the load of a run, or the arrivals of a workload. Holds two longs a request. */
public final class LoadVerification {
  private LoadVerification() {}

  /**
   * Looks at a run: whether it kept to its schedule, and whether its arrivals are the process that
   * it was to follow, or {@code expected}.
   */
  public static List<LoadCheck.Finding> ofRun(Path folder, Optional<Expected> expected)
      throws IOException {
    RunFolder run = RunFolder.open(folder);
    LongSeries scheduled = new LongSeries();
    LongSeries dispatched = new LongSeries();
    long neverSent = 0;
    try (Rows<Outcome> rows = run.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        scheduled.add(row.get().planned().scheduledNanos());
        if (row.get() instanceof Outcome.Dispatched sent) {
          dispatched.add(sent.sending().dispatchedNanos());
        } else {
          neverSent++;
        }
      }
    }
    long[] planned = sorted(scheduled);
    long[] sent = sorted(dispatched);
    LoadCheck.tooFew(sent.length)
        .ifPresent(
            why -> {
              throw new InputException(folder, why);
            });
    List<LoadCheck.Finding> findings = new ArrayList<>();
    if (run.manifest().load().clients().isEmpty()) {
      findings.addAll(LoadCheck.kept(planned, sent, neverSent));
    }
    Optional<Expected> process = expected.isPresent() ? expected : processOf(run);
    process.ifPresent(p -> findings.addAll(LoadCheck.process(planned, p)));
    return findings;
  }

  /** A rate that does not change has a process whose gaps are known. */
  private static Optional<Expected> processOf(RunFolder run) {
    String stages = run.manifest().options().get("rate_stages");
    if (stages == null || stages.contains(" ") || !isSteady(stages)) {
      return Optional.empty();
    }
    ArrivalProcess process = NormalOptions.process(run.manifest().options());
    if (process instanceof ArrivalProcess.Gamma gamma) {
      return Optional.of(new Expected.Gamma(gamma.variation()));
    }
    return process instanceof ArrivalProcess.Poisson
        ? Optional.of(new Expected.Poisson())
        : Optional.empty();
  }

  private static boolean isSteady(String stage) {
    String[] parts = stage.split(",");
    return parts[2].equals(parts[3]);
  }

  /** Looks at the arrivals of a workload or a trace. */
  public static List<LoadCheck.Finding> ofWorkload(Path file, Expected expected)
      throws IOException {
    LongSeries arrivals = new LongSeries();
    try (Rows<WorkloadRow> rows = WorkloadSource.open(file).rows()) {
      for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        arrivals.add(row.get().request().arrivalNanos());
      }
    }
    LoadCheck.tooFew(arrivals.size())
        .ifPresent(
            why -> {
              throw new InputException(file, why);
            });
    return LoadCheck.process(sorted(arrivals), expected);
  }

  private static long[] sorted(LongSeries series) {
    long[] values = series.toArray();
    Arrays.sort(values);
    return values;
  }
}
