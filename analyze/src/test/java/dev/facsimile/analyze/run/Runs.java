package dev.facsimile.analyze.run;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;

/** Small seeded runs for tests of what reads several, and mutations of them. */
public final class Runs {
  private static final long MS = RunFixture.MS;

  private Runs() {}

  /**
   * 1,000 completed requests over 100 s, TTFT 50 ms plus an exponential tail of 100 ms on average,
   * each then changed by {@code ttftMs}; 20 tokens each.
   */
  public static List<Outcome> outcomes(long seed, LongUnaryOperator ttftMs) {
    UniformRandomProvider random = new SeededStreams(seed).stream("runs");
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      long ttft = 50 + (long) (-100 * Math.log(1 - random.nextDouble()));
      outcomes.add(RunFixture.completed(i, i * 100L, ttftMs.applyAsLong(ttft), 20));
    }
    outcomes.sort(Comparator.comparingLong(Outcome::endNanos));
    return outcomes;
  }

  /** Writes a run. */
  public static RunFolder write(Path folder, List<Outcome> outcomes) throws IOException {
    return RunFixture.write(folder, outcomes);
  }

  /** A completed request. */
  public static Outcome completed(int index, long dueMs, long ttftMs, int tokens) {
    return RunFixture.completed(index, dueMs, ttftMs, tokens);
  }

  /** The same request, rejected at once. */
  public static Outcome rejected(int index, long dueMs) {
    var planned = RunFixture.planned(index, dueMs, 20);
    return new Outcome.Rejected(
        planned, RunFixture.sending(planned, 0), Answer.NONE, (dueMs + 1) * MS, "HTTP 429");
  }

  /** Reads a run with a changed manifest. */
  public static RunAnalysis read(RunFolder folder, UnaryOperator<RunManifest> change)
      throws IOException {
    return RunAnalysis.of(
        RunSource.of(new RunFolder(folder.path(), change.apply(folder.manifest()))),
        ReportOptions.DEFAULT,
        Progress.SILENT);
  }

  /** Reads a run. */
  public static RunAnalysis read(RunFolder folder) throws IOException {
    return read(folder, UnaryOperator.identity());
  }

  /** The same manifest with another model and client verdict. */
  public static RunManifest with(
      RunManifest m, String model, String digest, RunManifest.Verdict verdict) {
    RunManifest.Client c = m.client();
    return new RunManifest(
        m.format(),
        m.formatVersion(),
        m.methodVersion(),
        m.toolVersion(),
        m.state(),
        m.startedAt(),
        m.durationNanos(),
        m.load(),
        new RunManifest.Workload(
            digest,
            m.workload().seed(),
            m.workload().requests(),
            m.workload().blocks(),
            m.workload().latticeNanos()),
        new RunManifest.Target(m.target().url(), m.target().protocol(), model, m.target().server()),
        m.options(),
        m.counts(),
        new RunManifest.Client(
            verdict,
            c.reasons(),
            c.wakeP99Nanos(),
            c.connectP99Nanos(),
            c.writeP99Nanos(),
            c.lagP99Nanos(),
            c.lagMaxNanos(),
            c.gcPauseNanos(),
            c.cpuNanos()),
        m.host(),
        m.provenance());
  }
}
