package dev.facsimile.spark;

import dev.facsimile.anonymize.Releaser;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.cli.AnonymizeApplyCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code facsimile-spark anonymize}. */
@Command(
    name = "anonymize",
    description = {
      "Write the release of a raw trace under a policy on a cluster, and its manifest: the rows"
          + " that the command of the same name writes on one machine.",
      "plan, dry-run, verify and approve are commands of one machine.",
      ""
    })
final class SparkAnonymizeCommand extends AnonymizeApplyCommand {
  private static final String LEAST = ", expected 1 or more";

  @Option(
      names = "--piece-rows",
      paramLabel = "N",
      description = "Rows that one task reads. Default: as many as it can hold.")
  private Optional<Long> pieceRows;

  @Option(
      names = "--risk-rows",
      paramLabel = "N",
      defaultValue = "4000000",
      description =
          "Of how many requests the risk is measured, by one task that holds 112 bytes of each: of"
              + " all if there are no more, else of whole sessions drawn at random.")
  private long riskRows;

  @Option(
      names = "--verify-later",
      description =
          "Leave the release a draft whose bytes nobody has looked at: facsimile anonymize verify"
              + " does so on one machine. For a policy that asks for an approval.")
  private boolean verifyLater;

  private Optional<SparkSession> session = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (pieceRows.isPresent() && pieceRows.get() < 1) {
      throw mistake("--piece-rows is " + pieceRows.get() + LEAST);
    }
    if (riskRows < 1) {
      throw mistake("--risk-rows is " + riskRows + LEAST);
    }
    try {
      return super.call();
    } finally {
      session.ifPresent(SparkSession::stop);
    }
  }

  @Override
  protected Releaser releaser(Path policy, Clock clock, String operator) throws IOException {
    session = Optional.of(ReleaseKey.session("facsimile anonymize"));
    return new SparkAnonymize(
        session.get(),
        policy,
        KeySource.ephemeral(),
        clock,
        operator,
        new SparkAnonymize.Sizes(
            pieceRows.map(OptionalLong::of).orElseGet(OptionalLong::empty), riskRows));
  }

  @Override
  protected boolean verifies() {
    return !verifyLater;
  }
}
