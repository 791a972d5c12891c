package dev.facsimile.cli;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.fit.EngineRecords;
import dev.facsimile.replay.simulator.fit.FitComparison;
import dev.facsimile.replay.simulator.fit.ProfileFit;
import dev.facsimile.replay.simulator.fit.RecordedRun;
import dev.facsimile.replay.simulator.fit.RunRecords;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.replay.simulator.profile.ProfileFile;
import dev.facsimile.replay.simulator.profile.Profiles;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay fit-profile}. */
@Command(
    name = "fit-profile",
    description = {
      "Fit a simulated server's profile to a run of a real engine: on the first part of the run,"
          + " then compare the simulation with the whole of it. Exits with 4 where a latency is off"
          + " by more than 15 %% or the queue by more than 20 %%.",
      ""
    })
final class ReplayFitProfileCommand extends HelpfulCommand {
  @Parameters(
      paramLabel = "RUN",
      description =
          "LLMServingSim's records of a vLLM run (…requests.jsonl, with …meta.json and"
              + " …timeseries.csv beside it; or a folder with one of them), or a run folder of"
              + " ours.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The profile's YAML file; printed if not given.")
  private Optional<Path> output;

  @Option(
      names = "--share",
      defaultValue = "0.5",
      paramLabel = "SHARE",
      description = "The share of the run's time that the fit may look at, from its start.")
  private double share;

  @Option(
      names = "--base",
      paramLabel = "NAME|FILE",
      showDefaultValue = Visibility.NEVER,
      description =
          "A profile whose scheduler limits the engine had, where the run does not tell them;"
              + " without it, vLLM's defaults and a memory to be looked for.")
  private Optional<String> base;

  @Option(names = "--name", paramLabel = "NAME", description = "The profile's name.")
  private Optional<String> name;

  @Override
  public Integer call() throws IOException {
    if (!(share > 0 && share <= 1)) {
      throw mistake("--share is " + share + ", expected over 0 and at most 1");
    }
    if (output.isPresent()) {
      requireOutput(output.get(), input);
    }
    RecordedRun run = read();
    err().println("facsimile: fitting " + run.requests().size() + " requests");
    Profile profile = fit(run);
    FitComparison comparison = FitComparison.of(run, profile);
    out()
        .printf(
            Locale.ROOT,
            "%s: fitted on the first %.0f %% of the run's time, judged on the whole%n",
            run.name(),
            100 * share);
    out().print(SimulatorText.comparison(comparison));
    if (output.isPresent()) {
      ProfileFile.write(output.get(), profile);
      out().println("profile: " + output.get());
    } else {
      out().println();
      out().print(ProfileFile.text(profile));
    }
    out().flush();
    return comparison.isGood() ? Exit.DONE : Exit.BOUND_MISSED;
  }

  private RecordedRun read() throws IOException {
    if (RunFolder.isRun(input)) {
      RunFolder folder = RunFolder.open(input);
      Profile limits = Profiles.of(base.orElse(Profiles.DEFAULT));
      boolean memoryKnown = base.isPresent();
      return RunRecords.read(
          folder, memoryKnown ? limits.limits() : EngineLimits.DEFAULT, memoryKnown);
    }
    Optional<Path> records = EngineRecords.requestsOf(input);
    return EngineRecords.read(
        records.orElseThrow(
            () ->
                new InputException(
                    input, "is neither a run folder nor a file …requests.jsonl of a vLLM run")));
  }

  private Profile fit(RecordedRun run) {
    String source =
        String.format(
            Locale.ROOT,
            "fitted on the first %.0f %% of %s, %d requests",
            100 * share,
            run.name(),
            run.requests().size());
    try {
      Profile fitted = ProfileFit.of(run, share, source);
      return name.map(fitted::named).orElse(fitted);
    } catch (IllegalArgumentException e) {
      throw new InputException(input, e.getMessage());
    }
  }
}
