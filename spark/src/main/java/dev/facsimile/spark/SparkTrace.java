package dev.facsimile.spark;

import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.SessionFacts;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.SplitIngest;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A trace of an ingest on a cluster: its sessions are found by joins and placed session by session,
 * and it is written in stretches of time that are put together at the end without being decoded.
 * Until then they lie in a hidden folder beside it.
 */
final class SparkTrace implements Closeable {
  /** Requests in a stretch of the trace that one task sorts and writes. */
  private static final long STRETCH_ROWS = 1_000_000;

  /** Every task that places sessions writes something for each stretch. */
  private static final long MOST_STRETCHES = 10_000;

  private final Ingest.Plan plan;
  private final SplitIngest ingest;
  private final ClusterPaths paths;
  private final SplitIngest.Target target;
  private final PartFolder folder;
  private final Path whole;
  private final Requests requests;
  private final Optional<BlockScheme> scheme;
  private final boolean logged;
  private final Optional<Origin> origin;
  private final long distinctBlocks;
  private final TraceWritten written;

  /**
   * Writes the parts of a trace.
   *
   * @param only whether it is the only one
   * @param parallelism threads of the cluster
   * @throws dev.facsimile.trace.file.InputException if sessions cannot be found as was asked for
   */
  SparkTrace(
      Ingest.Plan plan,
      SplitIngest ingest,
      ClusterPaths paths,
      SplitIngest.Target target,
      boolean only,
      Requests requests,
      int parallelism)
      throws IOException {
    this.plan = plan;
    this.ingest = ingest;
    this.paths = paths;
    this.target = target;
    this.requests = requests;
    this.scheme = ingest.blocks();
    boolean sessionsLogged = requests.any(PieceFacts.SESSION);
    boolean parentsLogged = requests.any(PieceFacts.PARENT);
    Optional<Dataset<Row>> blocks =
        ingest.mayUseBlocks(sessionsLogged, parentsLogged)
            ? Optional.of(blocks())
            : Optional.empty();
    distinctBlocks = blocks.map(Ancestry::distinct).orElse(0L);
    origin = ingest.origin(sessionsLogged, parentsLogged, distinctBlocks);
    logged = origin.isEmpty() || origin.get() == Origin.LOGGED;
    long[] begins = requests.read().stretches(stretches(parallelism));
    Dataset<Row> placed = placed(blocks, begins);
    folder = PartFolder.beside(target.file());
    whole = only ? target.file() : folder.path().resolve("whole.parquet");
    try {
      written =
          TraceWritten.write(
              placed,
              begins.length + 1,
              new TracePartTask(ClusterPaths.text(folder.path()), paths));
    } catch (Throwable e) {
      folder.close();
      throw e;
    }
  }

  private Dataset<Row> blocks() {
    boolean perTenant = scheme.filter(s -> s.scope() == BlockScheme.Scope.TENANT).isPresent();
    return SparkIngest.held(Ancestry.blocks(Staged.named(requests.rows()), perTenant));
  }

  /** At least one for each thread, and for each {@value #STRETCH_ROWS} requests up to a bound. */
  private int stretches(int parallelism) {
    return (int) Math.max(parallelism, Math.min(MOST_STRETCHES, requests.count() / STRETCH_ROWS));
  }

  private Dataset<Row> placed(Optional<Dataset<Row>> blocks, long[] begins) {
    SessionPlacing placing =
        new SessionPlacing(plan.options(), origin, requests.startNanos(), scheme.isPresent());
    return logged
        ? placing.byLoggedSession(
            requests.rows(), requests.any(PieceFacts.SESSION | PieceFacts.LOGGED_ID), begins)
        : placing.byRoot(
            requests.rows(),
            origin.get() == Origin.PARENT_IDS
                ? Ancestry.byNames(Staged.named(requests.rows()))
                : Ancestry.byBlocks(blocks.orElseThrow(), requests.count()),
            begins);
  }

  /** Joins the parts: under its name if it is the only trace, else hidden until all are joined. */
  SplitIngest.Written join(SplitIngest.Found found) throws IOException {
    SessionTask.Counted counted = written.counted();
    Optional<SessionFacts> sessions =
        counted
            .tally()
            .sessions(logged ? ingest.originOfLogged() : origin.get(), Optional.empty())
            .map(its -> its.numbered(logged && requests.any(PieceFacts.UNNUMBERED)));
    TraceHeader header =
        ingest.header(written.rows(), written.exam(), target.stretch(), sessions, found);
    written.join(header, whole, paths);
    return new SplitIngest.Written(
        target.file(), header, counted.tally(), counted.sameRecords(), sessions, distinctBlocks);
  }

  /** Gives the joined trace its name, if it does not have it. */
  void publish() throws IOException {
    if (!whole.equals(target.file())) {
      Files.move(
          whole,
          target.file().toAbsolutePath(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Takes the trace back, since another one could not get its name. */
  void withdraw() throws IOException {
    Files.deleteIfExists(target.file());
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
