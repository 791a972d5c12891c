package dev.facsimile.replay.run;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;

/** The options of an earlier run, to repeat it. */
public final class RepeatedRun {
  private RepeatedRun() {}

  /**
   * The options, from the run's manifest.
   *
   * @param source must be the workload that the run replayed
   * @param from what no file holds: key, headers, certificates, template
   * @throws InputException if it is another workload
   */
  public static ReplayOptions options(RunFolder run, WorkloadSource source, ReplayOptions.Wire from)
      throws IOException {
    String expected = run.manifest().workload().digest();
    String found = source.digest();
    if (!expected.equals(found)) {
      throw new InputException(
          source.path(),
          "is not the workload of "
              + run.path()
              + ": its digest is "
              + found
              + ", expected "
              + expected);
    }
    return NormalOptions.of(run.manifest(), from);
  }
}
