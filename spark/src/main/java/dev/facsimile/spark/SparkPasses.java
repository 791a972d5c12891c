package dev.facsimile.spark;

import dev.facsimile.synth.fit.PartPasses;
import dev.facsimile.synth.fit.PartSummary;
import dev.facsimile.synth.fit.PartWork;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Passes over a trace in tasks, each of which reads consecutive parts and merges what they gave.
 * What tasks made is merged on the executors, neighbours with neighbours, until {@value #FEW} are
 * left for the driver.
 */
final class SparkPasses implements PartPasses {
  /** Parts of about 65,000 rows that one task reads at most. */
  private static final int MOST_PARTS = 16;

  /** Tasks for each core, so that none waits long for the last one. */
  private static final int TASKS_PER_CORE = 3;

  private static final int FEW = 16;

  private final JavaSparkContext context;
  private final String trace;
  private final List<FitTask> tasks;

  /** Over a trace that driver and executors see under one name. */
  SparkPasses(JavaSparkContext context, TraceFile trace) throws IOException {
    this.context = context;
    this.trace = trace.path().toString();
    this.tasks = tasks(new TraceParts(trace, 1).size(), context.defaultParallelism());
  }

  private static List<FitTask> tasks(int parts, int cores) {
    int each = Math.max(1, Math.min(MOST_PARTS, parts / (TASKS_PER_CORE * cores)));
    List<FitTask> tasks = new ArrayList<>();
    for (int from = 0; from < parts; from += each) {
      tasks.add(new FitTask(tasks.size(), from, Math.min(parts, from + each)));
    }
    return tasks;
  }

  @Override
  public <S extends PartSummary<S>> void run(PartWork<S> work, Consumer<S> taken)
      throws IOException {
    if (tasks.isEmpty()) {
      return;
    }
    Broadcast<Sent<PartWork<S>>> sent = context.broadcast(new Sent<>(work));
    String path = trace;
    JavaPairRDD<Integer, Sent<S>> made =
        context
            .parallelize(tasks, tasks.size())
            .mapToPair(
                task ->
                    new Tuple2<>(
                        task.number(), new Sent<>(task.summary(path, sent.value().object()))));
    int left = tasks.size();
    while (left > FEW) {
      int width = (int) Math.ceil(Math.sqrt(left));
      left = (left + width - 1) / width;
      made = neighbours(made, width, left);
    }
    made.collect().stream()
        .sorted(Comparator.comparingInt(Tuple2::_1))
        .forEach(part -> taken.accept(part._2().object()));
    sent.destroy();
  }

  /** Merges what every {@code width} neighbours made. */
  private static <S extends PartSummary<S>> JavaPairRDD<Integer, Sent<S>> neighbours(
      JavaPairRDD<Integer, Sent<S>> made, int width, int groups) {
    return made.repartitionAndSortWithinPartitions(new Groups(width, groups))
        .mapPartitionsToPair(SparkPasses::merged);
  }

  private static <S extends PartSummary<S>> Iterator<Tuple2<Integer, Sent<S>>> merged(
      Iterator<Tuple2<Integer, Sent<S>>> parts) {
    Tuple2<Integer, Sent<S>> first = parts.next();
    S whole = first._2().object();
    while (parts.hasNext()) {
      whole.merge(parts.next()._2().object());
    }
    return List.of(new Tuple2<>(first._1(), new Sent<>(whole))).iterator();
  }

  /** Puts neighbours into one partition. */
  private static final class Groups extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int width;
    private final int groups;

    Groups(int width, int groups) {
      this.width = width;
      this.groups = groups;
    }

    @Override
    public int numPartitions() {
      return groups;
    }

    @Override
    public int getPartition(Object key) {
      return (Integer) key / width;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Groups that && that.width == width && that.groups == groups;
    }

    @Override
    public int hashCode() {
      return 31 * width + groups;
    }
  }
}
