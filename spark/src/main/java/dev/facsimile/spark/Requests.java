package dev.facsimile.spark;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The requests of a trace, and what is known of them.
 *
 * @param rows {@link Staged} rows, or {@link SparkCalls#SCHEMA}
 * @param count how many there are
 * @param startNanos the first arrival
 * @param has what any of them has, as bits of {@link PieceFacts}
 * @param read what the pieces told that hold them
 */
record Requests(Dataset<Row> rows, long count, long startNanos, int has, ReadFacts read) {

  /** All that were read. */
  static Requests all(Dataset<Row> rows, ReadFacts read) {
    return new Requests(rows, read.requests(), read.least(), read.has(), read);
  }

  /** Some of those that were read, which are looked at once for it. */
  static Requests some(Dataset<Row> rows, ReadFacts read) {
    Row known =
        rows.agg(functions.count(lit(1)), min(Staged.ARRIVAL), expr("bit_or(" + Staged.HAS + ")"))
            .first();
    return known.getLong(0) == 0
        ? new Requests(rows, 0, 0, 0, read)
        : new Requests(rows, known.getLong(0), known.getLong(1), known.getInt(2), read);
  }

  boolean any(int bits) {
    return (has & bits) != 0;
  }
}
