package dev.facsimile.cli;

import dev.facsimile.replay.run.LoadVerification;
import dev.facsimile.replay.shape.Expected;
import dev.facsimile.replay.shape.LoadCheck;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay verify-load}. */
@Command(
    name = "verify-load",
    description = {
      "Verify that a run's load had the shape that was asked for: rate, dispersion, gaps, and"
          + " artefacts of broken generators. Exit code 4 where it had not.",
      ""
    })
final class ReplayVerifyLoadCommand extends HelpfulCommand {
  @Parameters(
      paramLabel = "RUN|WORKLOAD",
      description = "A run folder, or a workload whose arrivals are looked at.")
  private Path input;

  @Option(
      names = "--expect",
      paramLabel = "PROCESS",
      description =
          "What the arrivals should be: poisson, or gamma:CV. For a run at --rate it is known.")
  private Optional<String> expect;

  @Override
  public Integer call() throws IOException {
    Optional<Expected> expected = expect.map(this::expected);
    List<LoadCheck.Finding> findings =
        RunFolder.isRun(input)
            ? LoadVerification.ofRun(input, expected)
            : LoadVerification.ofWorkload(
                input,
                expected.orElseThrow(
                    () -> mistake("a workload needs --expect poisson or --expect gamma:CV")));
    boolean sound = true;
    for (LoadCheck.Finding finding : findings) {
      sound &= finding.sound();
      out()
          .printf(
              Locale.ROOT,
              "%-6s %s: %s (expected %s)%n",
              finding.sound() ? "ok" : "BROKEN",
              finding.what(),
              finding.seen(),
              finding.expected());
    }
    out().println(sound ? "the load had its shape" : "the load did not have its shape");
    out().flush();
    return sound ? Exit.DONE : Exit.BOUND_MISSED;
  }

  private Expected expected(String text) {
    if (text.equals("poisson")) {
      return new Expected.Poisson();
    }
    if (text.matches("gamma:\\d+(\\.\\d+)?")) {
      return new Expected.Gamma(Double.parseDouble(text.substring("gamma:".length())));
    }
    throw mistake("--expect is '" + text + "', expected poisson or gamma:CV");
  }
}
