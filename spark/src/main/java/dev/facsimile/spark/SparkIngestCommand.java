package dev.facsimile.spark;

import dev.facsimile.cli.IngestCommand;
import dev.facsimile.ingest.Ingest;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code facsimile-spark ingest}. */
@Command(
    name = "ingest",
    description = {
      "Turn production logs into a raw trace (Parquet) on a cluster: the rows that the command of"
          + " the same name writes on one machine.",
      ""
    })
final class SparkIngestCommand extends IngestCommand {
  @Option(
      names = "--piece-mib",
      defaultValue = "128",
      description = "How much of a log that can be cut one task reads, in MiB.")
  private int pieceMib;

  @Override
  protected Ingest.Summary run(Ingest.Plan plan) throws IOException {
    if (pieceMib < 1) {
      throw mistake("--piece-mib is " + pieceMib + ", expected 1 or more");
    }
    SparkSession session = SparkSession.builder().appName("facsimile ingest").getOrCreate();
    try {
      TaskFiles files = TaskFiles.of(session, namedFiles());
      return SparkIngest.run(session, plan, files, (long) pieceMib << 20);
    } catch (Exception e) {
      TaskFailures.throwIfInput(e);
      throw e;
    } finally {
      session.stop();
    }
  }
}
