package dev.facsimile.spark;

import dev.facsimile.ingest.ClockExam;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Writes one stretch of a trace as a file of its own, under a name that no other attempt has, and
 * examines its clock. What counts is the file that the task tells of; those of attempts that failed
 * or lost a race lie beside it until the folder is deleted.
 *
 * @param folder where the files go, on any file system
 * @param startNanos the first arrival of all
 */
record TracePartTask(String folder, long startNanos, SerializableConfiguration configuration)
    implements Serializable {

  /**
   * What was written.
   *
   * @param index the stretch's place
   * @param file the file
   * @param rows its rows
   * @param exam of all arrivals in the stretch, those of no sample among them
   */
  record Written(int index, String file, long rows, ClockExam exam) implements Serializable {}

  /** Writes rows of {@link SessionTask}, in order. */
  Written write(int index, Iterator<Row> rows) throws IOException {
    TableRows<TraceRow> table = new TableRows<>(TraceFile.codec());
    ClockExam exam = new ClockExam();
    Path local = Files.createTempFile("facsimile-part", ".trace.parquet");
    try {
      long written;
      try (TraceWriter writer = TraceWriter.createPrivate(local)) {
        while (rows.hasNext()) {
          Row row = rows.next();
          int first = SessionTask.OUT_FRONT + Staged.FIRST;
          if (row.isNullAt(first)) {
            continue;
          }
          exam.arrival(row.getLong(first + 1) + startNanos);
          if (row.getBoolean(0)) {
            writer.write(table.row(row, first));
          }
        }
        written = writer.rows();
        writer.finish(header(written));
      }
      return new Written(index, send(index, local), written, exam);
    } finally {
      Files.deleteIfExists(local);
    }
  }

  /** A part is no trace of its own: what its header says is said by that of the whole. */
  private static TraceHeader header(long rows) {
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

  private String send(int index, Path local) throws IOException {
    String name = "part-" + index + "-" + TaskContext.get().taskAttemptId() + ".parquet";
    org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(folder, name);
    FileSystem files = target.getFileSystem(configuration.value());
    files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(local.toUri()), target);
    return target.toString();
  }
}
