package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.LogOrder;
import dev.facsimile.ingest.LogPieces;
import dev.facsimile.ingest.Rejects;
import dev.facsimile.ingest.SessionFacts;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.SessionTally;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * An ingest on a cluster: the logs are cut into pieces and read by tasks, sessions are found by
 * joins and placed session by session, and the trace is written in stretches of time that are put
 * together at the end without being decoded. No row passes through the driver but those refused,
 * one at a time. What the executors need on their disks is the logs' rows twice.
 */
final class SparkIngest {
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
    Dataset<Row> staged = held(reading.staged(cuts));
    Dataset<Row> orders = held(reading.orders(staged));
    List<LogOrder.Facts> facts =
        orders
            .filter(col(Staged.PIECE).equalTo(OrderTask.OF_LOG))
            .orderBy(Staged.LOG)
            .collectAsList()
            .stream()
            .map(OrderTask::facts)
            .toList();
    Dataset<Row> tooLate = orders.filter(col(Staged.PIECE).notEqual(OrderTask.OF_LOG));
    SplitIngest.Found found =
        new SplitIngest.Found(
            cuts.stream().map(LogPieces::sha256).toList(), facts, reading.clockFindings(staged));
    try (Rejects rejects =
        new Rejects(Rejects.beside(plan.output()), plan.options().keepRaw(), false)) {
      reading.refuse(staged, tooLate, rejects);
      return sessions(staged, tooLate, rejects, found);
    }
  }

  /** Rows that are read several times, kept on the executors' disks. */
  static Dataset<Row> held(Dataset<Row> rows) {
    return rows.persist(StorageLevel.DISK_ONLY());
  }

  private Ingest.Summary sessions(
      Dataset<Row> staged, Dataset<Row> tooLate, Rejects rejects, SplitIngest.Found found)
      throws IOException {
    Dataset<Row> all = staged.filter(Staged.ended(Staged.End.ACCEPTED));
    Dataset<Row> requests =
        tooLate.isEmpty()
            ? all
            : all.join(
                tooLate.select(Staged.place()),
                Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER),
                "left_anti");
    Row known =
        requests
            .agg(
                count(lit(1)),
                min(Staged.ARRIVAL),
                max(col("session_id").isNotNull()),
                max(col("session_id").isNotNull().and(col("turn").isNull())),
                max(col("parent_request_id").isNotNull()))
            .first();
    SplitIngest.Ended ended = ended(staged, known.getLong(0), rejects);
    if (rejects.count() > 0) {
      requireFewRefused(ended, rejects);
    }
    if (known.getLong(0) == 0) {
      throw new InputException(ingest.paths().get(0), "gives no request, expected at least one");
    }
    return place(requests, new Known(known), ended, rejects, found);
  }

  private void requireFewRefused(SplitIngest.Ended ended, Rejects rejects) throws IOException {
    if (ended.refused() > plan.maxRejectShare() * ended.read()) {
      rejects.finish();
    }
    ingest.requireFewRefused(ended, Optional.of(rejects.first()));
  }

  /** What is known of all requests. */
  private record Known(
      long requests, long startNanos, boolean sessions, boolean turnsNumbered, boolean parents) {
    Known(Row row) {
      this(row.getLong(0), row.getLong(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4));
    }
  }

  private SplitIngest.Ended ended(Dataset<Row> staged, long requests, Rejects rejects) {
    SortedMap<String, Long> merged = new TreeMap<>();
    SortedMap<String, Long> skipped = new TreeMap<>();
    for (Row row :
        staged
            .filter(Staged.ended(Staged.End.MERGED).or(Staged.ended(Staged.End.SKIPPED)))
            .groupBy(Staged.ENDED, Staged.NOTE)
            .count()
            .collectAsList()) {
      boolean isMerged = row.getInt(0) == Staged.End.MERGED.ordinal();
      (isMerged ? merged : skipped).put(row.getString(1), row.getLong(2));
    }
    long read =
        requests
            + rejects.count()
            + Stream.concat(merged.values().stream(), skipped.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    return new SplitIngest.Ended(
        read,
        merged,
        skipped,
        rejects.count(),
        new TreeMap<>(rejects.reasons()),
        rejects.count() > 0 ? Optional.of(Rejects.beside(plan.output())) : Optional.empty());
  }

  private Ingest.Summary place(
      Dataset<Row> requests,
      Known known,
      SplitIngest.Ended ended,
      Rejects rejects,
      SplitIngest.Found found)
      throws IOException {
    Ancestry ancestry = new Ancestry();
    boolean mayUseBlocks = ingest.mayUseBlocks(known.sessions(), known.parents());
    Optional<BlockScheme> scheme = ingest.blocks(found);
    boolean perTenant = scheme.filter(s -> s.scope() == BlockScheme.Scope.TENANT).isPresent();
    Dataset<Row> blocks = mayUseBlocks ? held(Ancestry.blocks(requests, perTenant)) : requests;
    long distinct = mayUseBlocks ? Ancestry.distinct(blocks) : 0;
    Optional<Origin> origin = ingest.origin(known.sessions(), known.parents(), distinct);
    Dataset<Row> keyed =
        origin.isEmpty() || origin.get() == Origin.LOGGED
            ? SessionPlacing.byLoggedSession(requests)
            : origin.get() == Origin.PARENT_IDS
                ? SessionPlacing.byRoot(requests, ancestry.byNames(requests), ancestry, false)
                : SessionPlacing.byRoot(
                    requests, ancestry.byBlocks(blocks, known.requests()), ancestry, true);
    Dataset<Row> placed =
        held(
            new SessionPlacing(plan.options(), origin)
                .placed(keyed, known.startNanos(), scheme.isPresent()));
    SessionTask.Counted counted = counted(placed);
    SortedMap<String, Long> skipped = new TreeMap<>(ended.skipped());
    ingest.leftOut(counted.sameRecords(), counted.tally().leftOut(), skipped);
    boolean logged = origin.isEmpty() || origin.get() == Origin.LOGGED;
    Optional<SessionFacts> sessions =
        counted
            .tally()
            .sessions(logged ? ingest.originOfLogged() : origin.get(), Optional.empty())
            .map(facts -> facts.numbered(logged && known.turnsNumbered()));
    TraceHeader header;
    try (JoinedTrace trace = new JoinedTrace(plan.output(), placed, known.startNanos(), paths)) {
      header = ingest.header(trace.rows(), trace.exam(), sessions, found);
      trace.finish(header);
    }
    rejects.finish();
    ancestry.release();
    return ingest.summary(
        header,
        new SplitIngest.Ended(
            ended.read(),
            ended.merged(),
            skipped,
            ended.refused(),
            ended.refusals(),
            ended.rejects()),
        counted.tally(),
        sessions,
        distinct,
        found);
  }

  private static SessionTask.Counted counted(Dataset<Row> placed) {
    return placed
        .filter(col(SessionTask.COUNTED).isNotNull())
        .select(SessionTask.COUNTED)
        .collectAsList()
        .stream()
        .map(row -> Bytes.object(row.getAs(0), SessionTask.Counted.class))
        .reduce(new SessionTask.Counted(SessionTally.NONE, 0), SessionTask.Counted::plus);
  }
}
