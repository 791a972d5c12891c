package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a side of a comparison; what it holds is what {@link Traffic} says. */
public final class SideReader {
  private static final int PROGRESS_ROWS = 4096;

  private SideReader() {}

  /**
   * The planned requests of a trace or a workload.
   *
   * @param admission how it was let in
   * @throws InputException if it holds no request with known lengths
   */
  public static Side read(WorkloadSource source, Admission admission, Progress progress)
      throws IOException {
    TrafficBuilder traffic = new TrafficBuilder(source.header().blocks(), Prefixes.MOST_EXACT);
    fill(source, traffic, Integer.MAX_VALUE, progress);
    return side(source, admission, traffic, source.leftOut());
  }

  /**
   * The planned requests of a trace or a workload, of any number.
   *
   * @param admission how it was let in
   * @param mostHeld requests that may be held at once
   * @param reads how a longer one is read
   * @throws InputException if it holds no request with known lengths
   */
  public static SideReading open(
      WorkloadSource source, Admission admission, int mostHeld, LongRows reads, Progress progress)
      throws IOException {
    TrafficBuilder head = new TrafficBuilder(source.header().blocks(), Prefixes.MOST_EXACT);
    if (fill(source, head, mostHeld, progress)) {
      return new SideReading.Whole(side(source, admission, head, source.leftOut()));
    }
    SideStretch whole = SideStretch.whole(source, reads.text(source.path()));
    List<StretchFacts> stretches =
        reads.all(whole.cut(reads.mostStretches()).stream().map(StretchTask.Facts::new).toList());
    StretchFacts facts = stretches.stream().reduce(StretchFacts::then).orElseThrow();
    if (!facts.ascending()) {
      return new SideReading.Whole(
          reads.unordered(source, () -> read(source, admission, progress)));
    }
    Side first = side(source, admission, head, facts.leftOutRows());
    return new LongReading(first, whole, facts, head.commonBlocks(), mostHeld, reads);
  }

  /** Whether all rows could be taken without taking more than so many. */
  private static boolean fill(
      WorkloadSource source, TrafficBuilder traffic, int most, Progress progress)
      throws IOException {
    try (Rows<LoadRow> rows = source.loads()) {
      for (Optional<LoadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        if (traffic.rows() == most) {
          return false;
        }
        traffic.add(row.get());
        tell(progress, traffic.rows(), OptionalLong.empty());
      }
    }
    return true;
  }

  private static Side side(
      WorkloadSource source, Admission admission, TrafficBuilder traffic, long leftOut) {
    WorkloadHeader header = source.header();
    requireSome(source.path(), traffic.rows(), "no request with known lengths");
    boolean trace = source instanceof WorkloadSource.Trace;
    return new Side(
        source.path().getFileName().toString(),
        trace ? Side.Kind.TRACE : Side.Kind.WORKLOAD,
        traffic.build(),
        leftOut,
        header.sourceLatticeNanos(),
        header.blocks(),
        header.synthetic(),
        header.declaredChanges(),
        admission.unapproved(),
        approval(admission, header.provenance()),
        header.provenance(),
        header.declared().orElse(Declared.NOTHING),
        header.notReproduced().orElse(List.of()),
        reconstructed(source),
        Optional.empty());
  }

  /**
   * What a run really sent: the requests whose first byte was written, at the time when it was,
   * multiplied by the run's speed; lengths and blocks are the planned ones.
   *
   * @param admission how it was let in
   * @throws InputException if it sent nothing
   */
  public static Side read(RunFolder run, Admission admission, Progress progress)
      throws IOException {
    RunManifest manifest = run.manifest();
    TrafficBuilder traffic = new TrafficBuilder(manifest.workload().blocks(), Prefixes.MOST_EXACT);
    OptionalLong offered = OptionalLong.of(manifest.counts().offered());
    long neverSent = 0;
    try (Rows<Outcome> outcomes = run.outcomes()) {
      for (Optional<Outcome> next = outcomes.next(); next.isPresent(); next = outcomes.next()) {
        if (next.get() instanceof Outcome.Dispatched sent) {
          traffic.add(
              sent.planned().request(),
              Math.max(0, Math.round(sent.sending().dispatchedNanos() * manifest.load().speed())));
        } else {
          neverSent++;
        }
        tell(progress, traffic.rows() + neverSent, offered);
      }
    }
    requireSome(run.path(), traffic.rows(), "no request that was sent");
    return new Side(
        run.path().toAbsolutePath().normalize().getFileName().toString(),
        Side.Kind.RUN,
        traffic.build(),
        neverSent,
        manifest.workload().latticeNanos(),
        manifest.workload().blocks(),
        manifest.workload().synthetic().orElse(false),
        declared(manifest),
        admission.unapproved(),
        approval(admission, manifest.provenance()),
        manifest.provenance(),
        manifest.workload().declared().orElse(Declared.NOTHING),
        manifest.workload().notReproduced().orElse(List.of()),
        false,
        Optional.empty());
  }

  private static boolean reconstructed(WorkloadSource source) {
    return source instanceof WorkloadSource.Trace trace
        && trace.file().header().sessions() == TraceHeader.Sessions.RECONSTRUCTED;
  }

  /** What the workload, and then the run itself, did to the load on purpose. */
  private static List<String> declared(RunManifest manifest) {
    List<String> changes = new ArrayList<>(manifest.workload().declaredChanges().orElse(List.of()));
    if (manifest.state() == RunManifest.State.PARTIAL) {
      changes.add("the run was interrupted: only its first part was sent");
    }
    return changes;
  }

  private static void tell(Progress progress, long done, OptionalLong total) {
    if (done % PROGRESS_ROWS == 0) {
      progress.at(done, total);
    }
  }

  /** The trace's own approval, or the last that the file's chain carries. */
  private static Optional<ApprovalReference> approval(Admission admission, Provenance chain) {
    return admission.approval().or(() -> chain.approvals().stream().reduce((a, b) -> b));
  }

  private static void requireSome(Path path, int rows, String found) {
    if (rows == 0) {
      throw new InputException(path, "holds " + found + ", expected at least one");
    }
  }
}
