package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;

import dev.facsimile.ingest.ClockExam;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.synth.fit.Mergeable;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * What tasks wrote of a trace, in stretches of time that follow each other, each a file of its own.
 * Executors put neighbours together, so that few exams of the clock come to the driver.
 */
final class TraceWritten implements Mergeable<TraceWritten> {
  private static final long serialVersionUID = 1;

  private final ArrayList<Part> parts = new ArrayList<>();
  private final ClockExam exam;
  private SessionTask.Counted counted;

  /**
   * A stretch.
   *
   * @param file its file
   * @param rows the file's rows
   */
  record Part(String file, long rows) implements Serializable {}

  /**
   * One stretch.
   *
   * @param exam of all arrivals in the stretch, those of no sample among them
   * @param counted what tasks counted whose counts came to this one
   */
  TraceWritten(Part part, ClockExam exam, SessionTask.Counted counted) {
    parts.add(part);
    this.exam = exam;
    this.counted = counted;
  }

  /**
   * Writes the stretches.
   *
   * @param placed rows of {@link SessionTask}
   * @param stretches how many stretches there are
   */
  static TraceWritten write(Dataset<Row> placed, int stretches, TracePartTask task) {
    List<TraceWritten> whole = new ArrayList<>();
    Neighbours.merge(
        JavaPairRDD.fromJavaRDD(
            placed
                .repartitionById(stretches, col(SessionTask.STRETCH))
                .sortWithinPartitions(Staged.order())
                .toJavaRDD()
                .mapPartitionsWithIndex(
                    (index, rows) ->
                        List.of(new Tuple2<>(index, new Sent<>(task.write(index, rows))))
                            .iterator(),
                    false)),
        stretches,
        written -> Mergeable.gather(whole, written));
    return whole.get(0);
  }

  @Override
  public void merge(TraceWritten behind) {
    parts.addAll(behind.parts);
    exam.merge(behind.exam);
    counted = counted.plus(behind.counted);
  }

  /** Rows of all stretches. */
  long rows() {
    return parts.stream().mapToLong(Part::rows).sum();
  }

  /** What was counted of all requests. */
  SessionTask.Counted counted() {
    return counted;
  }

  /** What is known of the clock. */
  ClockExam exam() {
    return exam;
  }

  /** Joins the files to be the trace. */
  void join(TraceHeader header, Path output, ClusterPaths paths) throws IOException {
    TraceFile.join(
        parts.stream()
            .filter(part -> part.rows() > 0)
            .map(part -> paths.path(part.file()))
            .toList(),
        header,
        output);
  }
}
