package dev.facsimile.spark;

import static org.apache.spark.sql.functions.col;

import dev.facsimile.ingest.ClockExam;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A trace that tasks write in stretches of time, each a file in a hidden folder beside the trace
 * that only its owner may enter, and that is joined of them.
 */
final class JoinedTrace implements Closeable {
  private final Path output;
  private final Path folder;
  private final ClusterPaths paths;
  private final List<TracePartTask.Written> written;

  /**
   * Writes the stretches.
   *
   * @param placed rows of {@link SessionTask}
   * @param stretches how many stretches there are
   */
  JoinedTrace(Path output, Dataset<Row> placed, int stretches, ClusterPaths paths)
      throws IOException {
    this.output = output;
    this.paths = paths;
    folder = output.toAbsolutePath().resolveSibling("." + output.getFileName() + ".parts");
    delete();
    makePrivate(folder);
    written = parts(placed, stretches, new TracePartTask(ClusterPaths.text(folder), paths));
  }

  private static void makePrivate(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(folder);
    }
  }

  private static List<TracePartTask.Written> parts(
      Dataset<Row> placed, int stretches, TracePartTask task) {
    return placed
        .repartitionById(stretches, col(SessionTask.STRETCH))
        .sortWithinPartitions(Staged.order())
        .toJavaRDD()
        .mapPartitionsWithIndex((index, rows) -> List.of(task.write(index, rows)).iterator(), true)
        .collect()
        .stream()
        .sorted(Comparator.comparingInt(TracePartTask.Written::index))
        .toList();
  }

  /** Rows of all stretches. */
  long rows() {
    return written.stream().mapToLong(TracePartTask.Written::rows).sum();
  }

  /** What was counted of all requests. */
  SessionTask.Counted counted() {
    return written.stream()
        .map(TracePartTask.Written::counted)
        .reduce(SessionTask.Counted.NOTHING, SessionTask.Counted::plus);
  }

  /** What is known of the clock. */
  ClockExam exam() {
    ClockExam exam = new ClockExam();
    written.forEach(part -> exam.merge(part.exam()));
    return exam;
  }

  /** Gives the trace its header and its name. */
  void finish(TraceHeader header) throws IOException {
    TraceFile.join(
        written.stream()
            .filter(part -> part.rows() > 0)
            .map(part -> paths.path(part.file()))
            .toList(),
        header,
        output);
  }

  private void delete() throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    delete();
  }
}
