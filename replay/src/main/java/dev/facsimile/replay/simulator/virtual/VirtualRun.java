package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.simulator.engine.EngineState;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A replay in virtual time from a workload to a run folder, with the simulated server's figures
 * once a second under vLLM's names. The same workload, options and seed give the same bytes, on any
 * machine.
 */
public final class VirtualRun {
  /** The source that the server's figures name. */
  public static final String SOURCE = "simulated";

  private static final double P99 = 99;

  private final WorkloadSource source;
  private final VirtualOptions options;
  private final Admission admission;
  private final Accounting accounting = new Accounting();
  private final LongSeries lag = new LongSeries();
  private final LongSeries ttftFromDispatch = new LongSeries();
  private final LongSeries ttftFromSchedule = new LongSeries();
  private final LongSeries e2eFromSchedule = new LongSeries();

  /**
   * A run, not begun.
   *
   * @param admission that the workload was let in
   */
  public VirtualRun(WorkloadSource source, VirtualOptions options, Admission admission) {
    this.source = source;
    this.options = options;
    this.admission = admission;
  }

  /**
   * Runs it. Once only.
   *
   * @throws InputException if the workload holds no request, or cannot be replayed
   */
  public VirtualReport run(Path folder, boolean overwrite) throws IOException {
    try (RunWriter writer = RunWriter.create(folder, overwrite);
        Rows<WorkloadRow> rows = source.rows()) {
      Agenda agenda = new Agenda(source.path(), rows, options);
      Simulation simulation =
          new Simulation(options, source.header().blocks(), agenda, sink(writer));
      simulation.run();
      if (accounting.counts().offered() == 0) {
        throw new InputException(
            source.path(), "holds no request to replay, expected at least one");
      }
      RunManifest manifest = manifest(simulation.endNanos());
      writer.finish(manifest, simulation.series().seconds());
      return new VirtualReport(
          manifest,
          Percentiles.of(ttftFromDispatch.toArray()),
          Percentiles.of(ttftFromSchedule.toArray()),
          Percentiles.of(e2eFromSchedule.toArray()),
          source.leftOut());
    }
  }

  private Simulation.Sink sink(RunWriter writer) {
    return new Simulation.Sink() {
      @Override
      public void outcome(Outcome outcome) throws IOException {
        count(outcome);
        writer.write(outcome);
      }

      @Override
      public void states(long atNanos, List<EngineState> states) throws IOException {
        for (int i = 0; i < states.size(); i++) {
          write(writer, atNanos, i, states.get(i));
        }
      }
    };
  }

  private void count(Outcome outcome) {
    accounting.add(outcome);
    if (outcome instanceof Outcome.Dispatched sent) {
      lag.add(sent.sendLagNanos());
      sent.ttftFromDispatchNanos().ifPresent(ttftFromDispatch::add);
      sent.ttftFromScheduleNanos().ifPresent(ttftFromSchedule::add);
    }
    if (outcome instanceof Outcome.Completed completed) {
      completed.e2eFromScheduleNanos().ifPresent(e2eFromSchedule::add);
    }
  }

  private void write(RunWriter writer, long atNanos, int replica, EngineState state)
      throws IOException {
    String labels = "engine=\"" + replica + "\",model_name=\"" + options.profile().name() + "\"";
    SortedMap<String, Double> figures = new TreeMap<>();
    figures.put("vllm:num_requests_running", (double) state.running());
    figures.put("vllm:num_requests_waiting", (double) state.waiting());
    figures.put("vllm:kv_cache_usage_perc", state.kvUsage());
    figures.put("vllm:num_preemptions_total", (double) state.preemptions());
    figures.put("vllm:prefix_cache_queries_total", (double) state.queriedTokens());
    figures.put("vllm:prefix_cache_hits_total", (double) state.hitTokens());
    figures.put("vllm:prompt_tokens_total", (double) state.prefillTokens());
    figures.put("vllm:generation_tokens_total", (double) state.generatedTokens());
    for (var figure : figures.entrySet()) {
      writer.write(new ServerSample(atNanos, SOURCE, figure.getKey(), labels, figure.getValue()));
    }
  }

  private RunManifest manifest(long durationNanos) throws IOException {
    WorkloadHeader header = source.header();
    SortedMap<String, String> normal = options.normal();
    if (source.leftOut() > 0) {
      normal.put("rows_without_lengths", Long.toString(source.leftOut()));
    }
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        RunManifest.State.COMPLETE,
        "1970-01-01T00:00:00Z",
        durationNanos,
        load(),
        workload(header),
        target(),
        normal,
        accounting.counts(),
        client(),
        new RunManifest.Host("virtual time", 1, "none"),
        provenance(header, normal),
        Optional.of(details()));
  }

  private RunManifest.Workload workload(WorkloadHeader header) throws IOException {
    return new RunManifest.Workload(
        source.digest(),
        header.seed(),
        accounting.counts().offered(),
        header.blocks(),
        header.sourceLatticeNanos(),
        header.synthetic() ? Optional.of(true) : Optional.empty(),
        Optional.of(header.declaredChanges()).filter(changes -> !changes.isEmpty()),
        header.declared(),
        header.notReproduced());
  }

  private RunManifest.Target target() {
    return new RunManifest.Target(
        SOURCE + ":" + options.replicas() + "x" + options.profile().name(),
        "virtual time",
        options.profile().name(),
        Optional.of("facsimile-simulator/" + ToolVersion.CURRENT + " (simulated)"));
  }

  private RunManifest.Details details() {
    SortedMap<String, String> context = new TreeMap<>();
    context.put("simulated", "true");
    context.put("profile", options.profile().name());
    if (!options.profile().source().isBlank()) {
      context.put("profile_source", options.profile().source());
    }
    return new RunManifest.Details(
        0,
        Optional.empty(),
        List.of(
            "SIMULATED in virtual time by an engine model: no server and no network was measured."),
        context,
        Optional.empty());
  }

  private RunManifest.Load load() {
    if (options.load() instanceof Load.Open open) {
      return new RunManifest.Load(
          "open", open.speed(), OptionalInt.empty(), options.maxConcurrency());
    }
    int clients = ((Load.Closed) options.load()).clients();
    return new RunManifest.Load("closed", 1, OptionalInt.of(clients), options.maxConcurrency());
  }

  /** A simulated client is never late: its lag is the user's own cap alone. */
  private RunManifest.Client client() {
    Percentiles lags = Percentiles.of(lag.toArray());
    return new RunManifest.Client(
        RunManifest.Verdict.VALID,
        List.of(),
        0,
        0,
        0,
        lags.isEmpty() ? 0 : lags.at(P99),
        lags.isEmpty() ? 0 : lags.max(),
        0,
        0);
  }

  private Provenance provenance(WorkloadHeader header, SortedMap<String, String> normal)
      throws IOException {
    String role = source instanceof WorkloadSource.Trace ? "trace" : "workload";
    return header
        .provenance()
        .then(
            new Step(
                "replay virtual",
                ToolVersion.CURRENT,
                normal,
                Optional.empty(),
                List.of(new Step.InputFile(role, InputFiles.sha256(source.path()))),
                admission.unapproved(),
                admission.approval()));
  }
}
