package dev.facsimile.spark;

import dev.facsimile.ingest.ClockExam;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.table.RowBytes;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.spark.sql.Row;

/**
 * Writes one stretch of a trace as a file of its own, under a name that no other attempt has, and
 * examines its clock. What counts is the file that the task tells of; those of attempts that failed
 * or lost a race lie beside it until the folder is deleted.
 *
 * @param folder the {@link PartFolder}, on any file system
 */
record TracePartTask(String folder, ClusterPaths paths) implements Serializable {
  private static final int ARRIVAL = SessionTask.SCHEMA.fieldIndex(Staged.ARRIVAL);
  private static final int ROW = SessionTask.SCHEMA.fieldIndex(Staged.ROW);
  private static final int COUNTED = SessionTask.SCHEMA.fieldIndex(SessionTask.COUNTED);

  /** Writes rows of {@link SessionTask}, in order. */
  TraceWritten write(int index, Iterator<Row> rows) throws IOException {
    RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());
    SessionTask.Counted counted = SessionTask.Counted.NOTHING;
    ClockExam exam = new ClockExam();
    Path part = PartFolder.part(paths.path(folder), index);
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
      writer.finish(PartFolder.header(writer.rows()));
      return new TraceWritten(
          new TraceWritten.Part(ClusterPaths.text(part), writer.rows()), exam, counted);
    }
  }
}
