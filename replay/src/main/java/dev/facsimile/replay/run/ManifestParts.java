package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineResult;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/** Puts the manifest of a run together; what must be read from the workload is read up front. */
final class ManifestParts {
  private static final double P99 = 99;

  private final WorkloadSource source;
  private final ReplayOptions options;
  private final RunManifest.Workload workload;
  private final SortedMap<String, String> normal;
  private final String fileSha256;
  private final Admission admission;

  ManifestParts(WorkloadSource source, ReplayOptions options, ReplayPlan plan, Admission admission)
      throws IOException {
    this.source = source;
    this.options = options;
    this.admission = admission;
    this.normal = options.normal();
    this.fileSha256 = InputFiles.sha256(source.path());
    WorkloadHeader header = source.header();
    this.workload =
        new RunManifest.Workload(
            source.digest(),
            header.seed(),
            plan.requests(),
            header.blocks(),
            header.sourceLatticeNanos(),
            header.synthetic() ? Optional.of(true) : Optional.empty(),
            Optional.of(header.declaredChanges()).filter(changes -> !changes.isEmpty()),
            header.declared(),
            header.notReproduced());
    normal.put("transport", Engine.transport());
    if (plan.leftOut() > 0) {
      normal.put("rows_without_lengths", Long.toString(plan.leftOut()));
    }
  }

  /** What the warm-up did. */
  void warmUp(String what) {
    normal.put("warm_up", what);
  }

  RunManifest manifest(Instant startedAt, EngineResult result, RunTally tally) {
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        result.interrupted() ? RunManifest.State.PARTIAL : RunManifest.State.COMPLETE,
        startedAt.toString(),
        result.durationNanos(),
        load(),
        workload,
        new RunManifest.Target(options.url(), options.endpoint(), options.model(), result.server()),
        normal,
        tally.counts(),
        client(result, tally),
        host(),
        provenance());
  }

  private RunManifest.Load load() {
    if (options.load() instanceof Load.Open open) {
      return new RunManifest.Load(
          "open", open.speed(), OptionalInt.empty(), options.maxConcurrency());
    }
    int clients = ((Load.Closed) options.load()).clients();
    return new RunManifest.Load("closed", 1, OptionalInt.of(clients), options.maxConcurrency());
  }

  private static RunManifest.Client client(EngineResult result, RunTally tally) {
    ClientVerdict verdict = ClientVerdict.of(p99(tally.wakeAndWrite()), p99(result.loopDelay()));
    Percentiles lag = tally.lag();
    return new RunManifest.Client(
        verdict.verdict(),
        verdict.reasons(),
        p99(tally.wake()),
        p99(tally.connect()),
        p99(tally.write()),
        p99(lag),
        lag.isEmpty() ? 0 : lag.max(),
        result.series().stream().mapToLong(Second::gcPauseNanos).sum(),
        result.series().stream().mapToLong(Second::cpuNanos).sum());
  }

  private static long p99(Percentiles values) {
    return values.isEmpty() ? 0 : values.at(P99);
  }

  private static RunManifest.Host host() {
    return new RunManifest.Host(
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
  }

  private Provenance provenance() {
    String role = source instanceof WorkloadSource.Trace ? "trace" : "workload";
    return source
        .header()
        .provenance()
        .then(
            new Step(
                "replay run",
                ToolVersion.CURRENT,
                normal,
                Optional.empty(),
                List.of(new Step.InputFile(role, fileSha256)),
                admission.unapproved(),
                admission.approval()));
  }
}
