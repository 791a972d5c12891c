package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.stats.Percentiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts the runs of all shards of one workload together as the one run that they are: their outcomes
 * in order of their ends, their series added up, percentiles over all of them. Times need no
 * shifting, because all shards have the same zero. Holds what {@link RunTally} and the series hold.
 */
public final class MergedRun {
  private static final String SHARD = "shard";

  private MergedRun() {}

  /**
   * Merges runs.
   *
   * @param workload what they replayed, where generators died: what a missing or recovered shard
   *     has no outcome of is {@linkplain LostRows never sent}. Holds the ids of the requests of one
   *     such shard
   * @return the manifest written
   * @throws InputException unless they are all shards of the same workload with the same options
   *     and the same start, or the missing ones can be told of
   */
  public static RunManifest merge(
      List<Path> folders, Optional<WorkloadSource> workload, Path to, boolean overwrite)
      throws IOException {
    List<RunFolder> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.add(RunFolder.open(folder));
    }
    requireWhole(runs, workload.isPresent());
    List<LostRows> lost = new ArrayList<>();
    RunTally tally = new RunTally();
    try (RunWriter writer = RunWriter.create(to, overwrite)) {
      if (workload.isPresent()) {
        lost.addAll(lost(runs, workload.get()));
      }
      outcomes(runs, lost, writer, tally);
      for (RunFolder run : runs) {
        copy(run, writer);
      }
      RunManifest manifest = manifest(runs, lost, tally);
      writer.finish(manifest, series(runs, lost));
      return manifest;
    }
  }

  /** The rows that shards that died told nothing of. */
  private static List<LostRows> lost(List<RunFolder> runs, WorkloadSource workload)
      throws IOException {
    ReplayOptions.Wire wire = ReplayOptions.Wire.plain("http://unused", "", Optional.empty());
    ReplayOptions options = RepeatedRun.options(runs.get(0), workload, wire);
    int count = count(runs);
    List<LostRows> lost = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      Shard shard = new Shard(i, count);
      Optional<RunFolder> run =
          runs.stream()
              .filter(r -> r.manifest().options().get(SHARD).equals(shard.toString()))
              .findFirst();
      if (run.isEmpty() || isRecovered(run.get())) {
        if (options.load() instanceof Load.Closed) {
          throw new InputException(
              "shard "
                  + shard
                  + " of a closed loop ended early: when its requests were due is not known");
        }
        ReplayOptions.Cut cut = options.cut();
        ReplayOptions of =
            options.with(new ReplayOptions.Cut(cut.requests(), cut.until(), Optional.of(shard)));
        lost.add(new LostRows(workload, of, run.isPresent() ? told(run.get()) : Set.of()));
      }
    }
    return lost;
  }

  private static boolean isRecovered(RunFolder run) {
    return run.manifest()
        .details()
        .flatMap(RunManifest.Details::endedBecause)
        .filter(RecoveredRun.BECAUSE::equals)
        .isPresent();
  }

  private static Set<String> told(RunFolder run) throws IOException {
    Set<String> ids = new HashSet<>();
    try (Rows<Outcome> rows = run.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        ids.add(row.get().planned().request().id());
      }
    }
    return ids;
  }

  private static int count(List<RunFolder> runs) {
    return Integer.parseInt(runs.get(0).manifest().options().get(SHARD).split("/")[1]);
  }

  private static void requireWhole(List<RunFolder> runs, boolean someMayBeMissing) {
    RunFolder first = runs.get(0);
    TreeSet<String> shards = new TreeSet<>();
    for (RunFolder run : runs) {
      String shard = run.manifest().options().get(SHARD);
      if (shard == null) {
        throw new InputException(run.path(), "is no shard, expected a run made with --shard I/N");
      }
      if (!shards.add(shard)) {
        throw new InputException(run.path(), "is shard " + shard + ", which is there before");
      }
      requireSame(first, run, "workload", m -> m.workload().digest());
      requireSame(first, run, "load", m -> m.load().mode() + m.load().speed());
      requireSame(first, run, "options", m -> withoutShard(m).toString());
      requireSame(first, run, "start", RunManifest::startedAt);
    }
    int count = count(runs);
    if (shards.size() != count && !someMayBeMissing) {
      throw new InputException(
          first.path(),
          "is one of "
              + count
              + " shards, given are "
              + shards.size()
              + ": "
              + shards
              + "; of a generator that died, --workload tells what it was to send");
    }
  }

  /** Looks at one thing of a manifest. */
  private interface Look {
    String at(RunManifest manifest);
  }

  private static void requireSame(RunFolder first, RunFolder run, String what, Look look) {
    String expected = look.at(first.manifest());
    String found = look.at(run.manifest());
    if (!expected.equals(found)) {
      throw new InputException(
          run.path(),
          "its " + what + " is not that of " + first.path() + ": " + found + ", not " + expected);
    }
  }

  private static SortedMap<String, String> withoutShard(RunManifest manifest) {
    SortedMap<String, String> options = new TreeMap<>(manifest.options());
    options.remove(SHARD);
    // Each process warms itself up, and says how far it came.
    options.remove("warm_up");
    options.keySet().removeIf(option -> isCount(option) || isClock(option));
    return options;
  }

  /** How prompts and answers came out, and what the compiler took, is counted by each shard. */
  private static boolean isCount(String option) {
    return option.startsWith("prompts_")
        || option.startsWith("answers_")
        || option.equals(ReplayRun.COMPILED);
  }

  /** Each machine's clock is its own. */
  private static boolean isClock(String option) {
    return option.equals(ClockReading.OFFSET)
        || option.equals(ClockReading.UNCERTAINTY)
        || option.equals(ClockReading.OFFSET_AT_END);
  }

  /**
   * How far apart two generators' starts may be, by the reference: each is right to its own
   * uncertainty. Absent where some clock was not measured.
   */
  private static OptionalLong startSkewBound(List<RunFolder> runs) {
    List<Long> largestFirst = new ArrayList<>();
    for (RunFolder run : runs) {
      String uncertainty = run.manifest().options().get(ClockReading.UNCERTAINTY);
      if (uncertainty == null) {
        return OptionalLong.empty();
      }
      largestFirst.add(Long.parseLong(uncertainty));
    }
    largestFirst.sort(Comparator.reverseOrder());
    return OptionalLong.of(largestFirst.stream().limit(2).mapToLong(Long::longValue).sum());
  }

  private static SortedMap<String, String> counts(List<RunFolder> runs) {
    SortedMap<String, String> sums = new TreeMap<>();
    for (RunFolder run : runs) {
      run.manifest()
          .options()
          .forEach(
              (option, value) -> {
                if (isCount(option)) {
                  sums.merge(option, value, MergedRun::sum);
                }
              });
    }
    return sums;
  }

  private static String sum(String a, String b) {
    return Long.toString(Long.parseLong(a) + Long.parseLong(b));
  }

  /** A run's next outcome. */
  private record Head(Outcome outcome, int run, Rows<Outcome> rest) {}

  private static void outcomes(
      List<RunFolder> runs, List<LostRows> lost, RunWriter writer, RunTally tally)
      throws IOException {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Comparator.comparingLong((Head h) -> h.outcome().endNanos())
                .thenComparingInt(Head::run));
    List<Rows<Outcome>> open = new ArrayList<>();
    try {
      for (int i = 0; i < runs.size(); i++) {
        open.add(runs.get(i).outcomes());
      }
      open.addAll(lost);
      for (int i = 0; i < open.size(); i++) {
        push(heads, i, open.get(i));
      }
      for (Head head = heads.poll(); head != null; head = heads.poll()) {
        tally.add(head.outcome());
        writer.write(head.outcome());
        push(heads, head.run(), head.rest());
      }
    } finally {
      for (Rows<Outcome> rows : open) {
        rows.close();
      }
    }
  }

  private static void push(PriorityQueue<Head> heads, int run, Rows<Outcome> rows)
      throws IOException {
    rows.next().ifPresent(outcome -> heads.add(new Head(outcome, run, rows)));
  }

  private static void copy(RunFolder run, RunWriter writer) throws IOException {
    try (Rows<Attempt> rows = run.attempts()) {
      for (Optional<Attempt> row = rows.next(); row.isPresent(); row = rows.next()) {
        writer.write(row.get());
      }
    }
    try (Rows<ServerSample> rows = run.serverSamples()) {
      for (Optional<ServerSample> row = rows.next(); row.isPresent(); row = rows.next()) {
        writer.write(row.get());
      }
    }
  }

  private static List<Second> series(List<RunFolder> runs, List<LostRows> lost) throws IOException {
    List<Second> sum = new ArrayList<>();
    for (RunFolder run : runs) {
      try (Rows<Second> rows = run.series()) {
        for (Optional<Second> row = rows.next(); row.isPresent(); row = rows.next()) {
          int at = (int) row.get().second();
          if (at < sum.size()) {
            sum.set(at, plus(sum.get(at), row.get()));
          } else {
            sum.add(row.get());
          }
        }
      }
    }
    lost.forEach(rows -> offered(rows.offered(), sum));
    return sum;
  }

  private static void offered(SecondCounts counts, List<Second> sum) {
    for (int second = 0; second < counts.seconds(); second++) {
      Second due = new Second(second, counts.at(second), 0, 0, 0, 0, 0, 0, 0, 0, 0);
      if (second < sum.size()) {
        sum.set(second, plus(sum.get(second), due));
      } else {
        sum.add(due);
      }
    }
  }

  private static Second plus(Second a, Second b) {
    return new Second(
        a.second(),
        a.offered() + b.offered(),
        a.dispatched() + b.dispatched(),
        a.completed() + b.completed(),
        a.rejected() + b.rejected(),
        a.failed() + b.failed(),
        a.inFlight() + b.inFlight(),
        a.tokenEvents() + b.tokenEvents(),
        Math.max(a.sendLagMaxNanos(), b.sendLagMaxNanos()),
        a.cpuNanos() + b.cpuNanos(),
        a.gcPauseNanos() + b.gcPauseNanos());
  }

  private static RunManifest manifest(List<RunFolder> runs, List<LostRows> lost, RunTally tally) {
    RunManifest first = runs.get(0).manifest();
    List<String> reasons = new ArrayList<>();
    RunManifest.Verdict verdict = RunManifest.Verdict.VALID;
    RunManifest.State state = RunManifest.State.COMPLETE;
    long duration = 0;
    long requests = 0;
    long retries = 0;
    long gc = 0;
    long cpu = 0;
    for (RunFolder run : runs) {
      RunManifest m = run.manifest();
      verdict = m.client().verdict().compareTo(verdict) > 0 ? m.client().verdict() : verdict;
      m.client().reasons().forEach(r -> reasons.add("shard " + m.options().get(SHARD) + ": " + r));
      state = m.state() == RunManifest.State.PARTIAL ? m.state() : state;
      duration = Math.max(duration, m.durationNanos());
      requests += m.workload().requests();
      retries += m.details().map(RunManifest.Details::retries).orElse(0L);
      gc += m.client().gcPauseNanos();
      cpu += m.client().cpuNanos();
    }
    if (!lost.isEmpty()) {
      state = RunManifest.State.PARTIAL;
      requests = Math.max(requests, tally.counts().offered());
    }
    Percentiles lag = tally.lag();
    RunManifest.Workload w = first.workload();
    SortedMap<String, String> options = withoutShard(first);
    options.putAll(counts(runs));
    startSkewBound(runs)
        .ifPresent(bound -> options.put("start_skew_bound_ns", Long.toString(bound)));
    options.put("merged_shards", Integer.toString(runs.size()));
    Optional<String> because =
        lost.isEmpty()
            ? runs.stream()
                .flatMap(r -> r.manifest().details().stream())
                .flatMap(d -> d.endedBecause().stream())
                .findFirst()
            : Optional.of(
                lost.size()
                    + " of "
                    + count(runs)
                    + " generators ended early: "
                    + lost.stream().mapToLong(LostRows::lost).sum()
                    + " requests without outcome count as never sent");
    return new RunManifest(
        first.format(),
        first.formatVersion(),
        first.methodVersion(),
        first.toolVersion(),
        state,
        first.startedAt(),
        duration,
        new RunManifest.Load(
            first.load().mode(), first.load().speed(), first.load().clients(), sumOfCaps(runs)),
        new RunManifest.Workload(
            w.digest(),
            w.seed(),
            requests,
            w.blocks(),
            w.latticeNanos(),
            w.synthetic(),
            w.declaredChanges(),
            w.declared(),
            w.notReproduced()),
        first.target(),
        options,
        tally.counts(),
        new RunManifest.Client(
            verdict,
            reasons,
            at99(tally.wake()),
            at99(tally.connect()),
            at99(tally.write()),
            at99(lag),
            lag.isEmpty() ? 0 : lag.max(),
            gc,
            cpu),
        first.host(),
        first.provenance(),
        Optional.of(
            new RunManifest.Details(
                retries,
                because,
                first.details().map(RunManifest.Details::probe).orElse(List.of()),
                first.details().map(RunManifest.Details::context).orElse(new TreeMap<>()),
                Optional.empty())));
  }

  /** Each generator has the cap for itself. */
  private static OptionalInt sumOfCaps(List<RunFolder> runs) {
    OptionalInt sum = OptionalInt.empty();
    for (RunFolder run : runs) {
      OptionalInt cap = run.manifest().load().maxConcurrency();
      sum = cap.isPresent() ? OptionalInt.of(sum.orElse(0) + cap.getAsInt()) : sum;
    }
    return sum;
  }

  private static long at99(Percentiles values) {
    return values.isEmpty() ? 0 : values.at(99);
  }
}
