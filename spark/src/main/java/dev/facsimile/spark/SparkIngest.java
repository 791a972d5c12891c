package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;

import dev.facsimile.ingest.CallOrder;
import dev.facsimile.ingest.GrowingTrace;
import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.LogOrder;
import dev.facsimile.ingest.LogPieces;
import dev.facsimile.ingest.LogSource;
import dev.facsimile.ingest.Rejects;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * An ingest on a cluster: the logs are cut into pieces and read by tasks, rows of one call are put
 * together, and then every trace is written for itself. No row passes through the driver but those
 * refused, one at a time. What the executors need on their disks is the logs' rows three times: as
 * read, by session and by time; where logs share calls once more as put together, and up to three
 * times on the way there.
 */
final class SparkIngest {
  private final int parallelism;
  private final Ingest.Plan plan;
  private final SplitIngest ingest;
  private final Optional<GrowingTrace> before;
  private final long pieceBytes;
  private final ClusterPaths paths;
  private final LogReading reading;

  private SparkIngest(
      SparkSession session,
      Ingest.Plan plan,
      SplitIngest ingest,
      Optional<GrowingTrace> before,
      TaskFiles files,
      long pieceBytes) {
    this.parallelism = session.sparkContext().defaultParallelism();
    this.plan = plan;
    this.ingest = ingest;
    this.before = before;
    this.pieceBytes = pieceBytes;
    this.paths = ClusterPaths.of(session);
    this.reading = new LogReading(session, plan, ingest, files, paths);
  }

  /**
   * Does what was planned.
   *
   * @param files those that options name
   * @param pieceBytes how much of a log that can be cut one task reads
   * @throws InputException as {@link Ingest#run} does
   */
  static Ingest.Summary run(
      SparkSession session, Ingest.Plan plan, TaskFiles files, long pieceBytes) throws IOException {
    Optional<GrowingTrace> before = GrowingTrace.of(plan);
    LogFiles opening = new LogFiles(ClusterPaths.of(session));
    List<LogSource> missing =
        before.isPresent()
            ? before.get().missing(plan.logs(), logs -> opening.sha256(session, logs))
            : plan.logs();
    if (missing.isEmpty()) {
      return before.orElseThrow().nothingNew();
    }
    SplitIngest ingest = new SplitIngest(plan, missing, before);
    return new SparkIngest(session, plan, ingest, before, files, pieceBytes).run();
  }

  /** What was read, and what is known of its order. */
  private record Read(
      JavaRDD<byte[]> blocks,
      Dataset<Row> staged,
      ReadFacts facts,
      SplitIngest.Found found,
      Optional<Dataset<Row>> tooLate) {}

  private Ingest.Summary run() throws IOException {
    List<LogPieces> cuts = reading.cut(pieceBytes);
    JavaRDD<byte[]> blocks = reading.read(cuts, before, pieceBytes);
    ReadFacts facts = reading.facts(blocks);
    Dataset<Row> staged = reading.staged(blocks);
    List<Optional<LogOrder.Facts>> inOrder =
        IntStream.rangeClosed(1, facts.logs()).mapToObj(facts::inOrder).toList();
    List<Integer> outOfOrder =
        IntStream.rangeClosed(1, facts.logs())
            .filter(log -> inOrder.get(log - 1).isEmpty())
            .boxed()
            .toList();
    Optional<Dataset<Row>> orders =
        outOfOrder.isEmpty()
            ? Optional.empty()
            : Optional.of(held(reading.orders(staged, outOfOrder)));
    SplitIngest.Found found =
        new SplitIngest.Found(
            cuts.stream().map(LogPieces::sha256).toList(),
            orders(inOrder, orders),
            reading.clockFindings(facts));
    Optional<Dataset<Row>> tooLate =
        orders
            .map(rows -> rows.filter(col(Staged.PIECE).notEqual(OrderTask.OF_LOG)))
            .filter(rows -> !rows.isEmpty());
    Read read = new Read(blocks, staged, facts, found, tooLate);
    Sorted sorted = sort(read);
    try (Rejects rejects =
        new Rejects(Rejects.beside(plan.output()), plan.options().keepRaw(), before.isPresent())) {
      if (facts.refused() > 0 || sorted.tooLate().isPresent()) {
        reading.refuse(staged, sorted.tooLate(), rejects);
      }
      rejects.requireFew(plan.maxRejectShare(), facts.rows());
      return write(read, sorted, rejects);
    }
  }

  /**
   * What the order of each log tells: of those in order what is known, of others what was found.
   */
  private static List<LogOrder.Facts> orders(
      List<Optional<LogOrder.Facts>> inOrder, Optional<Dataset<Row>> looked) {
    LogOrder.Facts[] all =
        inOrder.stream()
            .map(known -> known.orElse(LogOrder.Facts.NONE))
            .toArray(LogOrder.Facts[]::new);
    looked.ifPresent(
        rows ->
            rows.filter(col(Staged.PIECE).equalTo(OrderTask.OF_LOG))
                .collectAsList()
                .forEach(row -> all[row.getInt(0) - 1] = OrderTask.facts(row)));
    return List.of(all);
  }

  /** Rows that are read several times, kept on the executors' disks. */
  static Dataset<Row> held(Dataset<Row> rows) {
    return rows.persist(StorageLevel.DISK_ONLY());
  }

  /**
   * The requests of each trace, those of one call together.
   *
   * @param tooLate requests that the reorder window does not reach
   * @param merged rows that became part of others
   * @param skipped rows that are left out
   */
  private record Sorted(
      List<SplitIngest.Target> targets,
      List<Requests> requests,
      Optional<Dataset<Row>> tooLate,
      SortedMap<String, Long> merged,
      SortedMap<String, Long> skipped) {}

  private Sorted sort(Read read) {
    List<LogOrder.Cut> cuts =
        read.found().orders().stream().flatMap(order -> order.cuts().stream()).toList();
    List<SplitIngest.Target> targets = ingest.targets(cuts);
    List<Requests> staged = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      staged.add(cuts.isEmpty() ? accepted(read.staged(), read.facts()) : stretch(read, cuts, i));
    }
    if ((read.facts().has() & PieceFacts.SHARED) != 0) {
      return calls(read, targets, staged);
    }
    boolean all = cuts.isEmpty() && read.tooLate().isEmpty();
    return new Sorted(
        targets,
        all ? staged : staged.stream().map(its -> inTime(its, read.tooLate())).toList(),
        read.tooLate(),
        read.facts().merged(),
        read.facts().skipped());
  }

  private static Requests accepted(Dataset<Row> staged, ReadFacts facts) {
    return Requests.all(staged.filter(Staged.ended(Staged.End.ACCEPTED)), facts);
  }

  /** The requests between two resets of the clock, and perhaps some more in what is known. */
  private Requests stretch(Read read, List<LogOrder.Cut> cuts, int index) {
    long from = index == 0 ? 0 : cuts.get(index - 1).number();
    long to = index == cuts.size() ? Long.MAX_VALUE : cuts.get(index).number();
    return accepted(
        reading.staged(read.blocks(), from, to),
        read.facts().ofPieces(Staged.pieceOf(from), Staged.pieceOf(to - 1)));
  }

  private static Requests inTime(Requests requests, Optional<Dataset<Row>> tooLate) {
    return Requests.some(
        tooLate
            .map(
                late ->
                    requests
                        .rows()
                        .join(
                            late.select(Staged.place()),
                            Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER),
                            "left_anti"))
            .orElse(requests.rows()),
        requests.read());
  }

  private static Sorted calls(Read read, List<SplitIngest.Target> targets, List<Requests> staged) {
    SortedMap<String, Long> merged = read.facts().merged();
    SortedMap<String, Long> skipped = read.facts().skipped();
    List<Requests> together = new ArrayList<>();
    List<Dataset<Row>> tooLate = new ArrayList<>();
    for (Requests its : staged) {
      SparkCalls calls = SparkCalls.of(its.rows(), read.tooLate());
      add(merged, CallOrder.JOINED, calls.joined());
      add(skipped, LogRows.DETAILS_ALONE, calls.alone());
      tooLate.add(calls.tooLate());
      together.add(Requests.some(calls.requests(), its.read()));
    }
    return new Sorted(
        targets,
        together,
        tooLate.stream().reduce(Dataset::union).filter(rows -> !rows.isEmpty()),
        merged,
        skipped);
  }

  /** Writes the traces; none has its name before all are whole. */
  private Ingest.Summary write(Read read, Sorted sorted, Rejects rejects) throws IOException {
    SplitIngest.Ended ended =
        new SplitIngest.Ended(
            read.facts().rows(),
            sorted.merged(),
            sorted.skipped(),
            rejects.count(),
            rejects.reasons(),
            rejects.list());
    if (sorted.requests().stream().allMatch(its -> its.count() == 0)) {
      throw ingest.noRequest(ended, rejects.first());
    }
    List<SplitIngest.Written> written = write(sorted.targets(), sorted.requests(), read.found());
    rejects.finish();
    return ingest.summary(written, ended, read.found());
  }

  private static void add(SortedMap<String, Long> counts, String reason, long rows) {
    if (rows > 0) {
      counts.merge(reason, rows, Long::sum);
    }
  }

  private List<SplitIngest.Written> write(
      List<SplitIngest.Target> targets, List<Requests> requests, SplitIngest.Found found)
      throws IOException {
    List<SparkTrace> traces = new ArrayList<>();
    try {
      for (int i = 0; i < targets.size(); i++) {
        traces.add(
            new SparkTrace(
                plan,
                ingest,
                paths,
                targets.get(i),
                targets.size() == 1,
                requests.get(i),
                parallelism));
      }
      List<SplitIngest.Written> written = new ArrayList<>();
      for (SparkTrace trace : traces) {
        written.add(trace.join(found));
      }
      publish(traces);
      return written;
    } finally {
      for (SparkTrace trace : traces) {
        trace.close();
      }
    }
  }

  /** Gives all traces their names, or none. */
  private static void publish(List<SparkTrace> traces) throws IOException {
    List<SparkTrace> published = new ArrayList<>();
    try {
      for (SparkTrace trace : traces) {
        trace.publish();
        published.add(trace);
      }
    } catch (Throwable e) {
      for (SparkTrace trace : published) {
        try {
          trace.withdraw();
        } catch (IOException | RuntimeException left) {
          e.addSuppressed(left);
        }
      }
      throw e;
    }
  }
}
