package dev.facsimile.trace;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.header.WorkloadHeader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Headers for tests. */
public final class Headers {
  public static final BlockScheme BLOCKS = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);

  private Headers() {}

  public static Provenance provenance(boolean unapproved) {
    return Provenance.NONE.then(
        new Step(
            "ingest",
            "0.0.1",
            new TreeMap<>(Map.of("format", "mooncake")),
            Optional.of(42L),
            List.of(new Step.InputFile("log", "00ff")),
            unapproved));
  }

  public static TraceHeader trace(TraceHeader.Stage stage, long rows) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        stage,
        rows,
        Optional.of("2023-11-16T18:15:46.680590Z"),
        List.of("mooncake"),
        "as logged",
        TraceHeader.Sessions.NONE,
        Optional.of(BLOCKS),
        new ClockFacts(OptionalLong.of(3_000_000_000L), List.of("a lattice")),
        Optional.empty(),
        provenance(false));
  }

  public static WorkloadHeader workload() {
    return new WorkloadHeader(
        WorkloadHeader.FORMAT,
        WorkloadHeader.VERSION,
        ToolVersion.CURRENT,
        Optional.of(42L),
        false,
        3_000_000_000L,
        Optional.of(BLOCKS),
        OptionalLong.empty(),
        List.of("rate × 2"),
        provenance(false));
  }

  /** That of a made-up workload without a past. */
  public static WorkloadHeader synthetic(
      long seed, long durationNanos, Optional<BlockScheme> blocks) {
    return new WorkloadHeader(
        WorkloadHeader.FORMAT,
        WorkloadHeader.VERSION,
        ToolVersion.CURRENT,
        Optional.of(seed),
        true,
        durationNanos,
        blocks,
        OptionalLong.empty(),
        List.of(),
        Provenance.NONE);
  }

  public static RunManifest run(RunManifest.Counts counts) {
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        RunManifest.State.COMPLETE,
        "2026-01-01T00:00:00Z",
        10_000_000_000L,
        new RunManifest.Load("open", 20, OptionalInt.empty(), OptionalInt.empty()),
        new RunManifest.Workload(
            "00", Optional.of(42L), counts.offered(), Optional.of(BLOCKS), OptionalLong.empty()),
        new RunManifest.Target("http://127.0.0.1:8000", "openai-chat", "sim", Optional.empty()),
        new TreeMap<>(),
        counts,
        new RunManifest.Client(RunManifest.Verdict.VALID, List.of(), 1, 2, 3, 4, 5, 6, 7),
        new RunManifest.Host("Linux", 2, "17"),
        provenance(false));
  }
}
