package dev.facsimile.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.facsimile.ingest.IngestOptions;
import dev.facsimile.ingest.SessionFacts.Origin;
import dev.facsimile.ingest.SessionPass;
import dev.facsimile.ingest.SessionSample;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * Of an ingest.
   *
   * @param origin where sessions come from, if there are any
   */
  SessionPlacing(IngestOptions options, Optional<Origin> origin) {
    this.options = options;
    this.origin = origin;
  }

  /** Requests with the key of the session that the log names, or of their own. */
  static Dataset<Row> byLoggedSession(Dataset<Row> requests) {
    Column key =
        when(col("session_id").isNotNull(), concat_ws("", lit("s"), col("session_id")))
            .otherwise(concat_ws("", lit("r"), col("request_id")));
    return front(requests, key, lit(null).cast("string"));
  }

  /**
   * Requests with the key of the session that their first ancestor began.
   *
   * @param parents as {@link Ancestry} gives them
   * @param found whether they have the id of the parent found
   */
  static Dataset<Row> byRoot(
      Dataset<Row> requests, Dataset<Row> parents, Ancestry ancestry, boolean found) {
    Dataset<Row> held = SparkIngest.held(parents);
    Dataset<Row> roots =
        ancestry
            .roots(held)
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
    return front(rooted, key, col(SessionTask.PARENT));
  }

  private static Dataset<Row> front(Dataset<Row> requests, Column key, Column parent) {
    List<Column> columns = new ArrayList<>();
    columns.add(key.as(SessionTask.KEY));
    columns.add(parent.as(SessionTask.PARENT));
    for (String name : Staged.SCHEMA.fieldNames()) {
      columns.add(col(name));
    }
    return requests.select(columns.toArray(Column[]::new));
  }

  /**
   * Places requests in their conversations.
   *
   * @param keyed requests with the key of their session
   * @param startNanos the first arrival of all
   * @param keepsBlocks whether blocks stay
   * @return rows of {@link SessionTask#SCHEMA}
   */
  Dataset<Row> placed(Dataset<Row> keyed, long startNanos, boolean keepsBlocks) {
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
            options.sample().map(SessionSample::share).orElse(1.0),
            options.sample().map(SessionSample::seed).orElse(0L));
    return keyed
        .repartition(col(SessionTask.KEY))
        .sortWithinPartitions(
            col(SessionTask.KEY),
            col(Staged.ARRIVAL),
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER))
        .mapPartitions(
            (MapPartitionsFunction<Row, Row>) task::read, Encoders.row(SessionTask.SCHEMA));
  }
}
