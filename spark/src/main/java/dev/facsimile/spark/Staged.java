package dev.facsimile.spark;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What became of a log's rows, as Spark's rows: where each stood, how it ended, and the columns of
 * a trace of those that are requests. A log's rows are in the order of piece and number.
 */
final class Staged {
  static final String LOG = "log";
  static final String PIECE = "piece";
  static final String NUMBER = "number";
  static final String LINE = "line";
  static final String ENDED = "ended";
  static final String NOTE = "note";
  static final String RAW = "raw";
  static final String ARRIVAL = "arrival_ns";

  /** Fields before those of the trace. */
  static final int FIRST = 7;

  static final StructType SCHEMA = schema();

  /** How a row ended. */
  enum End {
    ACCEPTED,
    MERGED,
    SKIPPED,
    REJECTED,
    /** No row, but what is to be said of the log's clock. */
    CLOCK_FINDING
  }

  private Staged() {}

  private static StructType schema() {
    List<StructField> fields = new ArrayList<>();
    fields.add(DataTypes.createStructField(LOG, DataTypes.IntegerType, false));
    fields.add(DataTypes.createStructField(PIECE, DataTypes.IntegerType, false));
    fields.add(DataTypes.createStructField(NUMBER, DataTypes.LongType, false));
    fields.add(DataTypes.createStructField(LINE, DataTypes.LongType, false));
    fields.add(DataTypes.createStructField(ENDED, DataTypes.IntegerType, false));
    fields.add(DataTypes.createStructField(NOTE, DataTypes.StringType, true));
    fields.add(DataTypes.createStructField(RAW, DataTypes.StringType, true));
    fields.addAll(TableRows.fields(TraceFile.codec().table()));
    return DataTypes.createStructType(fields);
  }

  /** The order of rows within all logs, of equal times. */
  static Column[] place() {
    return new Column[] {functions.col(LOG), functions.col(PIECE), functions.col(NUMBER)};
  }

  /** The order of rows in the trace. */
  static Column[] order() {
    return new Column[] {
      functions.col(ARRIVAL), functions.col(LOG), functions.col(PIECE), functions.col(NUMBER)
    };
  }

  static Column ended(End end) {
    return functions.col(ENDED).equalTo(end.ordinal());
  }

  /** Makes rows of one piece. */
  static final class Maker {
    private final TableRows<TraceRow> rows = new TableRows<>(TraceFile.codec());
    private final int log;
    private final int piece;
    private long number;

    Maker(int log, int piece) {
      this.log = log;
      this.piece = piece;
    }

    Row accepted(TraceRow row, long line) {
      List<Object> values = new ArrayList<>(SCHEMA.size());
      values.add(log);
      values.add(piece);
      values.add(number++);
      values.add(line);
      values.add(End.ACCEPTED.ordinal());
      values.add(null);
      values.add(null);
      values.addAll(rows.values(row));
      return RowFactory.create(values.toArray());
    }

    Row other(End end, long line, String note, String raw) {
      Object[] values = new Object[SCHEMA.size()];
      values[0] = log;
      values[1] = piece;
      values[2] = number++;
      values[3] = line;
      values[4] = end.ordinal();
      values[5] = note;
      values[6] = raw;
      return RowFactory.create(values);
    }
  }
}
