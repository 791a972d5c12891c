package dev.facsimile.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;

import dev.facsimile.ingest.IngestOptions;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.SessionPass;
import dev.facsimile.ingest.SessionSample;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Takes requests to tasks, session by session, and has them placed there. */
final class SessionPlacing {
  private final IngestOptions options;
  private final Optional<Origin> origin;
  private final long startNanos;
  private final boolean keepsBlocks;

  /**
   * Of an ingest.
   *
   * @param origin where sessions come from, if there are any
   * @param startNanos the first arrival of all
   * @param keepsBlocks whether blocks stay
   */
  SessionPlacing(
      IngestOptions options, Optional<Origin> origin, long startNanos, boolean keepsBlocks) {
    this.options = options;
    this.origin = origin;
    this.startNanos = startNanos;
    this.keepsBlocks = keepsBlocks;
  }

  /**
   * Requests placed in the sessions that the log names.
   *
   * @param meet whether rows may have something to do with each other: a session, or an id that
   *     another row may have too
   * @param begins where stretches of time begin
   * @return rows of {@link SessionTask#SCHEMA}
   */
  Dataset<Row> byLoggedSession(Dataset<Row> requests, boolean meet, long[] begins) {
    Dataset<Row> keyed = front(requests, col(Staged.KEY), lit(null).cast("string"));
    return placed(meet ? together(keyed) : keyed, begins);
  }

  /**
   * Requests placed in the sessions that their first ancestors began.
   *
   * @param parents as {@link Ancestry} gives them; with the id of the parent where it was found
   * @param begins where stretches of time begin
   * @return rows of {@link SessionTask#SCHEMA}
   */
  Dataset<Row> byRoot(Dataset<Row> requests, Dataset<Row> parents, long[] begins) {
    boolean found = origin.filter(from -> from == Origin.PARENT_IDS).isEmpty();
    Dataset<Row> held = SparkIngest.held(parents);
    Dataset<Row> roots =
        Ancestry.roots(held)
            .join(
                found
                    ? held.select(col(Ancestry.ME), col(SessionTask.PARENT))
                    : held.select(
                        col(Ancestry.ME), lit(null).cast("string").as(SessionTask.PARENT)),
                Ancestry.ME);
    Dataset<Row> rooted =
        requests
            .withColumn(Ancestry.ME, Ancestry.me())
            .join(roots, Ancestry.names(Ancestry.ME), "left");
    Column key = concat_ws("-", Ancestry.partsOf(coalesce(col(Ancestry.ROOT), col(Ancestry.ME))));
    return placed(together(front(rooted, key, col(SessionTask.PARENT))), begins);
  }

  private static Dataset<Row> front(Dataset<Row> requests, Column key, Column parent) {
    return requests.select(
        key.as(Staged.KEY),
        parent.as(SessionTask.PARENT),
        col(Staged.ARRIVAL),
        col(Staged.LOG),
        col(Staged.PIECE),
        col(Staged.NUMBER),
        col(Staged.ROW));
  }

  private static Dataset<Row> together(Dataset<Row> keyed) {
    return keyed
        .repartition(col(Staged.KEY))
        .sortWithinPartitions(
            col(Staged.KEY),
            col(Staged.ARRIVAL),
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER));
  }

  private Dataset<Row> placed(Dataset<Row> keyed, long[] begins) {
    boolean logged = origin.isEmpty() || origin.get() == Origin.LOGGED;
    SessionPass.By by =
        !logged
            ? SessionPass.By.PARENT
            : options.sessions() == IngestOptions.SessionSource.NONE
                ? SessionPass.By.NOTHING
                : SessionPass.By.LOGGED_ID;
    SessionTask task =
        new SessionTask(
            by,
            logged,
            keepsBlocks,
            startNanos,
            begins,
            options.sample().map(SessionSample::share).orElse(1.0),
            options.sample().map(SessionSample::seed).orElse(0L));
    return keyed.mapPartitions(
        (MapPartitionsFunction<Row, Row>) task::read, Encoders.row(SessionTask.SCHEMA));
  }
}
