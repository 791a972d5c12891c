package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.LogOrder;
import dev.facsimile.ingest.LogPieces;
import dev.facsimile.ingest.Rejects;
import dev.facsimile.ingest.SessionFacts;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * An ingest on a cluster: the logs are cut into pieces and read by tasks, sessions are found by
 * joins and placed session by session, and the trace is written in stretches of time that are put
 * together at the end without being decoded. No row passes through the driver but those refused,
 * one at a time. What the executors need on their disks is the logs' rows three times: as read, by
 * session and by time.
 */
final class SparkIngest {
  /** Requests in a stretch of the trace that one task sorts and writes. */
  private static final long STRETCH_ROWS = 1_000_000;

  /** Every task that places sessions writes something for each stretch. */
  private static final long MOST_STRETCHES = 10_000;

  private final int parallelism;
  private final Ingest.Plan plan;
  private final SplitIngest ingest;
  private final long pieceBytes;
  private final ClusterPaths paths;
  private final LogReading reading;

  /**
   * An ingest.
   *
   * @param files those that options name
   * @param pieceBytes how much of a log that can be cut one task reads
   */
  SparkIngest(SparkSession session, Ingest.Plan plan, TaskFiles files, long pieceBytes)
      throws IOException {
    this.parallelism = session.sparkContext().defaultParallelism();
    this.plan = plan;
    this.ingest = new SplitIngest(plan);
    this.pieceBytes = pieceBytes;
    this.paths = ClusterPaths.of(session);
    this.reading = new LogReading(session, plan, ingest, files, paths);
  }

  /**
   * Runs it.
   *
   * @throws InputException as {@link Ingest#run} does
   */
  Ingest.Summary run() throws IOException {
    List<LogPieces> cuts = reading.cut(pieceBytes);
    JavaRDD<byte[]> blocks = reading.read(cuts);
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
    try (Rejects rejects =
        new Rejects(Rejects.beside(plan.output()), plan.options().keepRaw(), false)) {
      if (facts.refused() > 0 || tooLate.isPresent()) {
        reading.refuse(staged, tooLate, rejects);
      }
      return sessions(staged, facts, tooLate, rejects, found);
    }
  }

  /**
   * What the order of each log tells: of those in order what is known, of others what was found.
   */
  private static List<LogOrder.Facts> orders(
      List<Optional<LogOrder.Facts>> inOrder, Optional<Dataset<Row>> looked) {
    LogOrder.Facts[] all =
        inOrder.stream()
            .map(known -> known.orElse(new LogOrder.Facts(0, 0, 0, List.of())))
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

  private Ingest.Summary sessions(
      Dataset<Row> staged,
      ReadFacts facts,
      Optional<Dataset<Row>> tooLate,
      Rejects rejects,
      SplitIngest.Found found)
      throws IOException {
    Dataset<Row> all = staged.filter(Staged.ended(Staged.End.ACCEPTED));
    Dataset<Row> requests =
        tooLate.isEmpty()
            ? all
            : all.join(
                tooLate.get().select(Staged.place()),
                Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER),
                "left_anti");
    Known known =
        tooLate.isEmpty()
            ? new Known(facts.requests(), facts.least(), facts.has())
            : Known.of(
                requests
                    .agg(count(lit(1)), min(Staged.ARRIVAL), expr("bit_or(" + Staged.HAS + ")"))
                    .first());
    SplitIngest.Ended ended = ended(facts, known.requests(), rejects);
    rejects.requireFew(plan.maxRejectShare(), ended.read());
    if (known.requests() == 0) {
      throw new InputException(ingest.paths().get(0), "gives no request, expected at least one");
    }
    return place(requests, facts, known, ended, rejects, found);
  }

  /** What is known of all requests. */
  private record Known(long requests, long startNanos, int has) {
    static Known of(Row row) {
      return row.getLong(0) == 0
          ? new Known(0, 0, 0)
          : new Known(row.getLong(0), row.getLong(1), row.getInt(2));
    }

    boolean any(int bit) {
      return (has & bit) != 0;
    }
  }

  private SplitIngest.Ended ended(ReadFacts facts, long requests, Rejects rejects) {
    SortedMap<String, Long> merged = facts.merged();
    SortedMap<String, Long> skipped = facts.skipped();
    long read =
        requests
            + rejects.count()
            + Stream.concat(merged.values().stream(), skipped.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    return new SplitIngest.Ended(
        read, merged, skipped, rejects.count(), rejects.reasons(), rejects.list());
  }

  private Ingest.Summary place(
      Dataset<Row> requests,
      ReadFacts facts,
      Known known,
      SplitIngest.Ended ended,
      Rejects rejects,
      SplitIngest.Found found)
      throws IOException {
    boolean sessionsLogged = known.any(PieceFacts.SESSION);
    boolean parentsLogged = known.any(PieceFacts.PARENT);
    boolean mayUseBlocks = ingest.mayUseBlocks(sessionsLogged, parentsLogged);
    Optional<BlockScheme> scheme = ingest.blocks();
    boolean perTenant = scheme.filter(s -> s.scope() == BlockScheme.Scope.TENANT).isPresent();
    Optional<Dataset<Row>> blocks =
        mayUseBlocks
            ? Optional.of(held(Ancestry.blocks(Staged.named(requests), perTenant)))
            : Optional.empty();
    long distinct = blocks.map(Ancestry::distinct).orElse(0L);
    Optional<Origin> origin = ingest.origin(sessionsLogged, parentsLogged, distinct);
    boolean logged = origin.isEmpty() || origin.get() == Origin.LOGGED;
    SessionPlacing placing =
        new SessionPlacing(plan.options(), origin, known.startNanos(), scheme.isPresent());
    long[] begins = facts.stretches(stretches(known.requests()));
    Dataset<Row> placed =
        logged
            ? placing.byLoggedSession(
                requests, known.any(PieceFacts.SESSION | PieceFacts.LOGGED_ID), begins)
            : placing.byRoot(
                requests,
                origin.get() == Origin.PARENT_IDS
                    ? Ancestry.byNames(Staged.named(requests))
                    : Ancestry.byBlocks(blocks.orElseThrow(), known.requests()),
                begins);
    TraceHeader header;
    SessionTask.Counted counted;
    Optional<SessionFacts> sessions;
    try (PartFolder folder = PartFolder.beside(plan.output())) {
      TraceWritten trace =
          TraceWritten.write(
              placed,
              begins.length + 1,
              new TracePartTask(ClusterPaths.text(folder.path()), paths));
      counted = trace.counted();
      sessions =
          counted
              .tally()
              .sessions(logged ? ingest.originOfLogged() : origin.get(), Optional.empty())
              .map(its -> its.numbered(logged && known.any(PieceFacts.UNNUMBERED)));
      header = ingest.header(trace.rows(), trace.exam(), sessions, found);
      trace.join(header, plan.output(), paths);
    }
    rejects.finish();
    return ingest.summary(
        header, ended, counted.tally(), counted.sameRecords(), sessions, distinct, found);
  }

  /** At least one for each thread, and for each {@value #STRETCH_ROWS} requests up to a bound. */
  private int stretches(long requests) {
    return (int) Math.max(parallelism, Math.min(MOST_STRETCHES, requests / STRETCH_ROWS));
  }
}
