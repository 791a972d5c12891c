package dev.facsimile.spark;

import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.synth.fit.Linking;
import dev.facsimile.synth.fit.PartPasses;
import dev.facsimile.synth.fit.PartSummary;
import dev.facsimile.synth.fit.PartWork;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Passes over a trace in tasks, each of which reads consecutive parts and merges what they gave.
 * What tasks made is merged by {@link Neighbours}.
 */
final class SparkPasses implements PartPasses {
  /** Parts of about 65,000 rows that one task reads at most. */
  private static final int MOST_PARTS = 16;

  /** Tasks for each core, so that none waits long for the last one. */
  private static final int TASKS_PER_CORE = 3;

  private final JavaSparkContext context;
  private final FitTrace trace;
  private final List<FitTask> tasks;

  /** Over a trace that driver and executors see under one name. */
  SparkPasses(SparkSession session, TraceFile trace) throws IOException {
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.trace = new FitTrace(ClusterPaths.of(session), ClusterPaths.text(trace.path()));
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
  public <S extends PartSummary<S>> void run(PartWork<S> work, Consumer<S> taken) {
    if (tasks.isEmpty()) {
      return;
    }
    Broadcast<Sent<PartWork<S>>> sent = context.broadcast(new Sent<>(work));
    FitTrace of = trace;
    Neighbours.merge(
        context
            .parallelize(tasks, tasks.size())
            .mapToPair(
                task ->
                    new Tuple2<>(
                        task.number(), new Sent<>(task.summary(of, sent.value().object())))),
        tasks.size(),
        taken);
    sent.destroy();
  }

  @Override
  public Linking linking(LongConsumer done) throws IOException {
    return new SparkLinking(context, trace, tasks);
  }
}
