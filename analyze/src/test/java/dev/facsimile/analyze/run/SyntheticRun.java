package dev.facsimile.analyze.run;

import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Writes a run of seeded outcomes of any size: {@code SyntheticRun REQUESTS FOLDER [SEED]}. */
final class SyntheticRun {
  private static final double PER_SECOND = 300;

  private SyntheticRun() {}

  public static void main(String[] args) throws IOException {
    int requests = Integer.parseInt(args[0]);
    long seed = args.length > 2 ? Long.parseLong(args[2]) : 11;
    Accounting accounting = new Accounting();
    SecondTally series = new SecondTally();
    long[] end = {0};
    try (RunWriter writer = RunWriter.create(Path.of(args[1]), true)) {
      SyntheticOutcomes.inOrderOfDue(
          seed,
          requests,
          PER_SECOND,
          outcome -> {
            write(writer, outcome);
            accounting.add(outcome);
            series.add(outcome);
            end[0] = Math.max(end[0], outcome.endNanos());
          });
      writer.finish(
          RunFixture.manifest(
              accounting.counts(), end[0], Provenance.NONE, RunManifest.State.COMPLETE),
          series.list());
    }
  }

  private static void write(RunWriter writer, Outcome outcome) {
    try {
      writer.write(outcome);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
