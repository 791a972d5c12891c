package dev.facsimile.spark;

import dev.facsimile.ingest.ClockExam;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.table.RowBytes;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;

/**
 * Writes one stretch of a trace as a file of its own, under a name that no other attempt has, and
 * examines its clock. What counts is the file that the task tells of; those of attempts that failed
 * or lost a race lie beside it until the folder is deleted.
 *
 * @param folder where the files go, on any file system
 */
record TracePartTask(String folder, ClusterPaths paths) implements Serializable {
  private static final int ARRIVAL = SessionTask.SCHEMA.fieldIndex(Staged.ARRIVAL);
  private static final int ROW = SessionTask.SCHEMA.fieldIndex(Staged.ROW);
  private static final int COUNTED = SessionTask.SCHEMA.fieldIndex(SessionTask.COUNTED);

  /**
   * What was written.
   *
   * @param index the stretch's place
   * @param file the file
   * @param rows its rows
   * @param exam of all arrivals in the stretch, those of no sample among them
   * @param counted what tasks counted whose counts came to this one
   */
  record Written(int index, String file, long rows, ClockExam exam, SessionTask.Counted counted)
      implements Serializable {}

  /** Writes rows of {@link SessionTask}, in order. */
  Written write(int index, Iterator<Row> rows) throws IOException {
    RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());
    SessionTask.Counted counted = SessionTask.Counted.NOTHING;
    ClockExam exam = new ClockExam();
    Path part =
        paths
            .path(folder)
            .resolve("part-" + index + "-" + TaskContext.get().taskAttemptId() + ".parquet");
    try (TraceWriter writer = TraceWriter.createPrivate(part)) {
      while (rows.hasNext()) {
        Row row = rows.next();
        if (!row.isNullAt(COUNTED)) {
          counted = counted.plus(Bytes.object(row.getAs(COUNTED), SessionTask.Counted.class));
          continue;
        }
        exam.arrival(row.getLong(ARRIVAL));
        if (!row.isNullAt(ROW)) {
          writer.write(bytes.row(row.getAs(ROW)));
        }
      }
      writer.finish(header(writer.rows()));
      return new Written(index, ClusterPaths.text(part), writer.rows(), exam, counted);
    }
  }

  /** A part is no trace of its own: what its header says is said by that of the whole. */
  static TraceHeader header(long rows) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.RAW,
        rows,
        Optional.empty(),
        List.of(),
        "",
        TraceHeader.Sessions.NONE,
        Optional.empty(),
        new ClockFacts(OptionalLong.empty(), List.of()),
        Optional.empty(),
        Provenance.NONE);
  }
}
