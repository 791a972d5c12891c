package dev.facsimile.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Puts together the rows of several logs that saw the same call. Which ones go together hangs on
 * how many requests lie between them, so one task goes through the places of all rows and what they
 * share, in order of time; the rows themselves then meet by call.
 *
 * @param requests what is left, of {@link #SCHEMA}
 * @param joined rows that became part of others
 * @param alone rows of details that no row of lengths belongs to
 * @param tooLate requests that came too late for the reorder window: their place, line and why
 */
record SparkCalls(Dataset<Row> requests, long joined, long alone, Dataset<Row> tooLate) {
  static final StructType SCHEMA =
      CallTask.PLACE
          .add(Staged.ARRIVAL, DataTypes.LongType, false)
          .add(Staged.KEY, DataTypes.StringType, false)
          .add(Staged.HAS, DataTypes.IntegerType, false)
          .add(Staged.ROW, DataTypes.BinaryType, false);

  private static final String CALL = "call";

  /**
   * Of {@link Staged} rows that are requests.
   *
   * @param late those of them that the reorder window does not reach, of {@link OrderTask}
   */
  static SparkCalls of(Dataset<Row> requests, Optional<Dataset<Row>> late) {
    Dataset<Row> found =
        SparkIngest.held(
            inOrder(requests, late)
                .mapPartitions(
                    (MapPartitionsFunction<Row, Row>) CallTask::new,
                    Encoders.row(CallTask.SCHEMA)));
    Row counted = found.agg(count(lit(1)), count(CallTask.FIRST), count(CallTask.REQUEST)).first();
    Dataset<Row> tooLate =
        found
            .filter(col(CallTask.REQUEST).isNotNull())
            .select(col(CallTask.REQUEST + ".*"), col(Staged.LINE), col(Staged.NOTE));
    return new SparkCalls(
        SparkIngest.held(together(requests, found)),
        counted.getLong(1),
        counted.getLong(0) - counted.getLong(1) - counted.getLong(2),
        tooLate);
  }

  /** What tells the calls, in one partition; late rows come in where they do on one machine. */
  private static Dataset<Row> inOrder(Dataset<Row> requests, Optional<Dataset<Row>> late) {
    Dataset<Row> known =
        requests.select(
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER),
            col(Staged.LINE),
            col(Staged.ARRIVAL),
            col(Staged.SHARED));
    if (late.isEmpty()) {
      return known.repartition(1).sortWithinPartitions(Staged.order());
    }
    Dataset<Row> behind =
        late.get()
            .select(
                col(Staged.LOG),
                col(Staged.PIECE),
                col(Staged.NUMBER),
                col(OrderTask.BEHIND_CLOCK),
                col(OrderTask.BEHIND),
                col(OrderTask.BEHIND_PLACE));
    return known
        .join(behind, Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER), "left")
        .repartition(1)
        .sortWithinPartitions(
            coalesce(col(OrderTask.BEHIND_CLOCK), col(Staged.ARRIVAL)),
            col(Staged.LOG),
            coalesce(col(OrderTask.BEHIND), Staged.inLog()),
            coalesce(col(OrderTask.BEHIND_PLACE), lit(0)));
  }

  private static Dataset<Row> together(Dataset<Row> requests, Dataset<Row> found) {
    Dataset<Row> parts =
        found
            .filter(col(CallTask.FIRST).isNotNull())
            .select(
                col(Staged.LOG),
                col(Staged.PIECE),
                col(Staged.NUMBER),
                col(CallTask.TURN),
                col(CallTask.FIRST));
    Dataset<Row> gone =
        found.filter(col(CallTask.FIRST).isNull()).select(struct(Staged.place()).as(CALL));
    Dataset<Row> plain =
        requests
            .filter(col(Staged.SHARED).isNull())
            .withColumn(CALL, struct(Staged.place()))
            .join(gone, Ancestry.names(CALL), "left_anti")
            .selectExpr(SCHEMA.fieldNames());
    Dataset<Row> calls =
        requests
            .filter(col(Staged.SHARED).isNotNull())
            .join(parts, Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER), "left")
            .withColumn(CALL, coalesce(col(CallTask.FIRST), struct(Staged.place())))
            .join(gone, Ancestry.names(CALL), "left_anti");
    return plain.union(joined(calls));
  }

  private static Dataset<Row> joined(Dataset<Row> calls) {
    return calls
        .select(
            col(CALL),
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER),
            col(Staged.ARRIVAL),
            col(Staged.KEY),
            col(Staged.HAS),
            col(Staged.ROW),
            col(Staged.SHARED),
            col(CallTask.TURN))
        .repartition(col(CALL))
        .sortWithinPartitions(col(CALL), col(CallTask.TURN).asc_nulls_first())
        .mapPartitions((MapPartitionsFunction<Row, Row>) JoinTask::new, Encoders.row(SCHEMA));
  }
}
