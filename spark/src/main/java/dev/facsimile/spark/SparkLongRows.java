package dev.facsimile.spark;

import dev.facsimile.analyze.fidelity.LongRows;
import dev.facsimile.analyze.fidelity.Side;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;

/**
 * Reads long sides on the executors, a task for each stretch. What is to be done is sent to every
 * executor once; what is made of a stretch, never its rows, comes back.
 */
final class SparkLongRows implements LongRows {
  private static final int FEWEST_STRETCHES = 16;
  private static final int STRETCHES_PER_CORE = 4;

  private final JavaSparkContext spark;
  private final ClusterPaths paths;

  /** What is to be done, and where files lie. */
  private record Work<T extends Serializable>(
      ArrayList<Task<? extends T>> tasks, ClusterPaths paths) implements Serializable {
    T done(int number) throws IOException {
      return tasks.get(number).of(paths::path);
    }
  }

  SparkLongRows(SparkSession session) {
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.paths = ClusterPaths.of(session);
  }

  @Override
  public String text(Path path) {
    return ClusterPaths.text(path);
  }

  @Override
  public int mostStretches() {
    return Math.max(FEWEST_STRETCHES, STRETCHES_PER_CORE * spark.defaultParallelism());
  }

  @Override
  public <T extends Serializable> List<T> all(List<? extends Task<? extends T>> tasks)
      throws IOException {
    if (tasks.isEmpty()) {
      return List.of();
    }
    Broadcast<Sent<Work<T>>> sent =
        spark.broadcast(new Sent<>(new Work<>(new ArrayList<>(tasks), paths)));
    try {
      List<Integer> numbers = IntStream.range(0, tasks.size()).boxed().toList();
      return spark
          .parallelize(numbers, numbers.size())
          .map(number -> new Sent<>(sent.value().object().done(number)))
          .collect()
          .stream()
          .map(Sent::object)
          .toList();
    } catch (Exception e) {
      TaskFailures.throwIfInput(e);
      throw new IllegalStateException(e);
    } finally {
      sent.destroy();
    }
  }

  @Override
  public Side unordered(WorkloadSource source, WholeSide whole) {
    throw new InputException(
        source.path(),
        "is not in order of arrival and has more requests than --held-rows, expected it in order");
  }
}
