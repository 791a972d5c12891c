package dev.facsimile.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

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
 */
record SparkCalls(Dataset<Row> requests, long joined, long alone) {
  static final StructType SCHEMA =
      CallTask.PLACE
          .add(Staged.ARRIVAL, DataTypes.LongType, false)
          .add(Staged.KEY, DataTypes.StringType, false)
          .add(Staged.HAS, DataTypes.IntegerType, false)
          .add(Staged.ROW, DataTypes.BinaryType, false);

  private static final String CALL = "call";

  /** Of {@link Staged} rows that are requests. */
  static SparkCalls of(Dataset<Row> requests) {
    Dataset<Row> found =
        SparkIngest.held(
            requests
                .select(
                    col(Staged.LOG),
                    col(Staged.PIECE),
                    col(Staged.NUMBER),
                    col(Staged.SHARED),
                    col(Staged.ARRIVAL))
                .repartition(1)
                .sortWithinPartitions(Staged.order())
                .mapPartitions(
                    (MapPartitionsFunction<Row, Row>) CallTask::new,
                    Encoders.row(CallTask.SCHEMA)));
    Row counted = found.agg(count(lit(1)), count(CallTask.FIRST)).first();
    Dataset<Row> plain =
        requests.filter(col(Staged.SHARED).isNull()).selectExpr(SCHEMA.fieldNames());
    Dataset<Row> calls = joined(requests.filter(col(Staged.SHARED).isNotNull()), found);
    return new SparkCalls(
        SparkIngest.held(plain.union(calls)),
        counted.getLong(1),
        counted.getLong(0) - counted.getLong(1));
  }

  private static Dataset<Row> joined(Dataset<Row> shared, Dataset<Row> found) {
    return shared
        .join(
            found.withColumn("found", lit(true)),
            Ancestry.names(Staged.LOG, Staged.PIECE, Staged.NUMBER),
            "left")
        .filter(col("found").isNull().or(col(CallTask.FIRST).isNotNull()))
        .select(
            coalesce(col(CallTask.FIRST), struct(Staged.place())).as(CALL),
            col(Staged.LOG),
            col(Staged.PIECE),
            col(Staged.NUMBER),
            col(Staged.ARRIVAL),
            col(Staged.KEY),
            col(Staged.HAS),
            col(Staged.ROW),
            col(Staged.SHARED))
        .repartition(col(CALL))
        .sortWithinPartitions(
            col(CALL), col(Staged.ARRIVAL), col(Staged.LOG), col(Staged.PIECE), col(Staged.NUMBER))
        .mapPartitions((MapPartitionsFunction<Row, Row>) JoinTask::new, Encoders.row(SCHEMA));
  }
}
