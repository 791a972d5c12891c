package dev.facsimile.spark;

import dev.facsimile.analyze.fidelity.LongRows;
import dev.facsimile.cli.AnalyzeFidelityCommand;
import dev.facsimile.trace.Progress;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** {@code facsimile-spark fidelity}. */
@Command(
    name = "fidelity",
    description = {
      "Say on a cluster how true a trace, a workload or a run is to a source trace: the report of"
          + " facsimile analyze fidelity. Sides that are too long to be held are read by the"
          + " executors.",
      ""
    })
final class SparkFidelityCommand extends AnalyzeFidelityCommand {
  private Optional<SparkSession> session = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try {
      return super.call();
    } finally {
      session.ifPresent(SparkSession::stop);
    }
  }

  @Override
  protected void refuse(boolean withHoldout) {
    if (withHoldout) {
      throw mistake(
          "--holdout fits and generates on one machine, expected it with facsimile analyze"
              + " fidelity");
    }
  }

  @Override
  protected LongRows longRows(Progress progress) {
    session = Optional.of(SparkSession.builder().appName("facsimile fidelity").getOrCreate());
    return new SparkLongRows(session.get());
  }
}
