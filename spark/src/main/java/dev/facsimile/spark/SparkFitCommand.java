package dev.facsimile.spark;

import dev.facsimile.cli.SynthFitCommand;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.util.OptionalInt;
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
    SparkSession session = SparkSession.builder().appName("facsimile fit").getOrCreate();
    try {
      return new TraceFit(source, progress, minCount, new SparkPasses(session, source))
          .fit(admission);
    } catch (Exception e) {
      TaskFailures.throwIfInput(e);
      throw e;
    } finally {
      session.stop();
    }
  }
}
