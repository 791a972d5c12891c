package dev.facsimile.spark;

import dev.facsimile.cli.SynthFitCommand;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** {@code facsimile-spark fit}. */
@Command(
    name = "fit",
    description = {
      "Fit a model to an approved trace on a cluster: the model that synth fit writes on one"
          + " machine.",
      ""
    })
final class SparkFitCommand extends SynthFitCommand {

  @Override
  protected void requireCanFit() {
    if (isPrivate()) {
      throw mistake("--epsilon is told by one machine only: use synth fit");
    }
    if (isFolder()) {
      throw mistake("statistics of clients are fitted by one machine only: use synth fit");
    }
  }

  @Override
  protected TraceFit.Fitted fitted(
      TraceFile source, Progress progress, OptionalInt minCount, Admission admission)
      throws IOException {
    TraceHeader header = source.header();
    if (header.blocks().isPresent() || header.sessions() != TraceHeader.Sessions.NONE) {
      throw mistake("a trace with sessions or prefix blocks is fitted by one machine only");
    }
    SparkSession session = SparkSession.builder().appName("facsimile fit").getOrCreate();
    try {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      return new TraceFit(source, progress, minCount, new SparkPasses(context, source))
          .fit(admission);
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      Optional<RuntimeException> mistake = TaskFailures.ofInput(e);
      if (mistake.isPresent()) {
        throw mistake.get();
      }
      throw e;
    } finally {
      session.stop();
    }
  }
}
