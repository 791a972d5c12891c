package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineResult;
import dev.facsimile.replay.engine.HttpVersion;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
  private OptionalLong loopbackNanos = OptionalLong.empty();
  private OptionalLong roundTripNanos = OptionalLong.empty();
  private List<String> probe = List.of();

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
  void warmUp(WarmUp.Done done) {
    normal.put("warm_up", done.said());
    loopbackNanos = done.ttftNanos();
  }

  /** More of what the run was made with, and of how it came out, under fixed names. */
  void facts(Map<String, String> facts) {
    normal.putAll(facts);
  }

  /** What the network path takes. */
  void roundTrip(OptionalLong nanos) {
    roundTripNanos = nanos;
  }

  /** What was learnt of the server before the run, a sentence each. */
  void probe(List<String> sentences) {
    probe = List.copyOf(sentences);
  }

  /** The run as it is known before its zero, for its journal. */
  RunManifest atStart(Instant now) {
    return manifest(
        RunManifest.State.PARTIAL,
        now,
        0,
        new RunTally(),
        Optional.empty(),
        new RunManifest.Client(RunManifest.Verdict.VALID, List.of(), 0, 0, 0, 0, 0, 0, 0),
        details(0, Optional.of("the process ended before the run"), Optional.empty()));
  }

  /** The run as it was. */
  RunManifest manifest(Instant startedAt, EngineResult result, RunTally tally, HostFigures host) {
    if (options.wire().http() != HttpVersion.HTTP_1_1) {
      normal.put("http_spoken", String.join(" ", result.httpVersions()));
    }
    RunManifest.Diagnosis diagnosis =
        new RunManifest.Diagnosis(
            p99(result.loopDelay()),
            result.loopBusyShare(),
            host.stealShare(),
            result.connections(),
            host.openFilesMax(),
            result.bytesSent(),
            result.bytesReceived(),
            roundTripNanos,
            loopbackNanos);
    return manifest(
        result.interrupted() ? RunManifest.State.PARTIAL : RunManifest.State.COMPLETE,
        startedAt,
        result.durationNanos(),
        tally,
        result.server(),
        client(result, tally, diagnosis),
        details(result.retries(), result.endedBecause(), Optional.of(diagnosis)));
  }

  private RunManifest manifest(
      RunManifest.State state,
      Instant startedAt,
      long durationNanos,
      RunTally tally,
      Optional<String> server,
      RunManifest.Client client,
      RunManifest.Details details) {
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        state,
        startedAt.toString(),
        durationNanos,
        load(),
        workload,
        new RunManifest.Target(
            options.wire().urls().get(0),
            options.wire().endpoint(),
            options.wire().model(),
            server),
        normal,
        tally.counts(),
        client,
        host(),
        provenance(),
        Optional.of(details));
  }

  private RunManifest.Details details(
      long retries, Optional<String> because, Optional<RunManifest.Diagnosis> diagnosis) {
    return new RunManifest.Details(retries, because, probe, options.watch().context(), diagnosis);
  }

  private RunManifest.Load load() {
    if (options.load() instanceof Load.Closed closed) {
      return new RunManifest.Load(
          "closed", 1, OptionalInt.of(closed.clients()), options.maxConcurrency());
    }
    double speed = options.load() instanceof Load.Open open ? open.speed() : 1;
    return new RunManifest.Load("open", speed, OptionalInt.empty(), options.maxConcurrency());
  }

  private static RunManifest.Client client(
      EngineResult result, RunTally tally, RunManifest.Diagnosis diagnosis) {
    ClientVerdict verdict = ClientVerdict.of(p99(tally.wakeAndWrite()), diagnosis);
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
