package dev.facsimile.spark;

import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.table.RowBytes;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What became of a log's rows, as Spark's rows: where each stood, how it ended, and of those that
 * are requests the time, the session's key and the row of the trace as {@link RowBytes}. A log's
 * rows are in the order of piece and number.
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

  /** The session that the log names, or the request itself. */
  static final String KEY = "session_key";

  /** Bits of {@link PieceFacts}. */
  static final String HAS = "has";

  static final String ROW = "row";

  /** What a row shares with rows of other logs, as {@link #text(Shared)} writes it. */
  static final String SHARED = "shared";

  static final StructType SCHEMA =
      new StructType()
          .add(LOG, DataTypes.IntegerType, false)
          .add(PIECE, DataTypes.IntegerType, false)
          .add(NUMBER, DataTypes.LongType, false)
          .add(LINE, DataTypes.LongType, false)
          .add(ENDED, DataTypes.IntegerType, false)
          .add(NOTE, DataTypes.StringType, true)
          .add(RAW, DataTypes.StringType, true)
          .add(ARRIVAL, DataTypes.LongType, true)
          .add(KEY, DataTypes.StringType, true)
          .add(HAS, DataTypes.IntegerType, true)
          .add(ROW, DataTypes.BinaryType, true)
          .add(SHARED, DataTypes.StringType, true);

  /** What tells requests of each other, in columns. */
  private static final StructType NAMED =
      new StructType()
          .add(LOG, DataTypes.IntegerType, false)
          .add(PIECE, DataTypes.IntegerType, false)
          .add(NUMBER, DataTypes.LongType, false)
          .add(ARRIVAL, DataTypes.LongType, false)
          .add("request_id", DataTypes.StringType, false)
          .add("parent_request_id", DataTypes.StringType, true)
          .add("tenant", DataTypes.StringType, true)
          .add("prefix_blocks", DataTypes.createArrayType(DataTypes.LongType, false), true);

  /** How a row ended. */
  enum End {
    ACCEPTED,
    REJECTED,
    /** No row, but what the piece told: {@link #ROW} holds its facts. */
    FACTS
  }

  private static final int PIECE_SHIFT = 40;

  private Staged() {}

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

  /** A row's place in its log as one number: that of the piece, then that in the piece. */
  static long inLog(int piece, long number) {
    return (long) piece << PIECE_SHIFT | number;
  }

  /** The piece of a place in a log. */
  static int pieceOf(long inLog) {
    return (int) (inLog >>> PIECE_SHIFT);
  }

  /** The number in the piece of a place in a log. */
  static long numberOf(long inLog) {
    return inLog & (1L << PIECE_SHIFT) - 1;
  }

  /** The places of rows in their logs. */
  static Column inLog() {
    return functions
        .shiftleft(functions.col(PIECE).cast(DataTypes.LongType), PIECE_SHIFT)
        .plus(functions.col(NUMBER));
  }

  /** As text: the number of the part, a digit, and the key. */
  private static String text(Shared shared) {
    return shared.part().ordinal() + shared.key();
  }

  /** What text says. */
  static Shared shared(String text) {
    return new Shared(text.substring(1), Shared.Part.values()[text.charAt(0) - '0']);
  }

  static Column ended(End end) {
    return functions.col(ENDED).equalTo(end.ordinal());
  }

  /** Requests by their ids, their parents' and their blocks. */
  static Dataset<Row> named(Dataset<Row> requests) {
    return requests
        .select(
            functions.col(LOG),
            functions.col(PIECE),
            functions.col(NUMBER),
            functions.col(ARRIVAL),
            functions.col(ROW))
        .mapPartitions((MapPartitionsFunction<Row, Row>) Staged::named, Encoders.row(NAMED));
  }

  private static Iterator<Row> named(Iterator<Row> rows) {
    RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Row row = rows.next();
        Request request = bytes.row(row.getAs(4)).request();
        return RowFactory.create(
            row.getInt(0),
            row.getInt(1),
            row.getLong(2),
            row.getLong(3),
            request.id(),
            request.conversation().parentRequestId().orElse(null),
            request.origin().tenant().orElse(null),
            request.prefixBlocks().map(ids -> ids.toArray()).orElse(null));
      }
    };
  }

  /** Makes rows of one piece. */
  static final class Maker {
    private final RowBytes<TraceRow> rows = new RowBytes<>(TraceFile.codec());
    private final PieceFacts facts = new PieceFacts();
    private final int log;
    private int piece;
    private String idPrefix;
    private long number;

    /**
     * Of a piece.
     *
     * @param idPrefix with which the ids of rows without one begin
     */
    Maker(int log, int piece, String idPrefix) {
      this.log = log;
      this.piece = piece;
      this.idPrefix = idPrefix;
    }

    /** What follows is of another piece that is read by the same reader. */
    void nextPiece(int itsPiece, String itsIdPrefix) {
      piece = itsPiece;
      idPrefix = itsIdPrefix;
    }

    /** What the piece told so far. */
    PieceFacts facts() {
      return facts;
    }

    Row accepted(TraceRow row, long line, Optional<Shared> shared) {
      Request request = row.request();
      int has =
          PieceFacts.has(request, idPrefix + line) | (shared.isPresent() ? PieceFacts.SHARED : 0);
      facts.request(request.arrivalNanos(), has);
      return RowFactory.create(
          log,
          piece,
          number++,
          line,
          End.ACCEPTED.ordinal(),
          null,
          null,
          request.arrivalNanos(),
          request
              .conversation()
              .sessionId()
              .map(id -> "s" + id)
              .orElseGet(() -> "r" + request.id()),
          has,
          rows.bytes(row),
          shared.map(Staged::text).orElse(null));
    }

    Row rejected(long line, String note, String raw) {
      facts.refused();
      return RowFactory.create(
          log,
          piece,
          number++,
          line,
          End.REJECTED.ordinal(),
          note,
          raw,
          null,
          null,
          null,
          null,
          null);
    }

    Row ended() {
      return RowFactory.create(
          log,
          piece,
          number,
          0L,
          End.FACTS.ordinal(),
          null,
          null,
          null,
          null,
          null,
          Bytes.of(facts),
          null);
    }
  }
}
