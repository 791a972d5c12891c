package dev.facsimile.cli;

import dev.facsimile.replay.prompt.PromptPlan;
import dev.facsimile.replay.run.ClockReference;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayPlan;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.replay.run.Shard;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay run}. */
@Command(
    name = "run",
    description = {
      "Send a workload, or a trace as it stands, to a server and write down what came back.",
      ""
    })
final class ReplayRunCommand extends HelpfulCommand {
  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to replay.")
  private Path input;

  @Mixin private ReplayWireOptions wire;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Optional<Path> folder;

  @Mixin private ReplayLoadOptions load;
  @Mixin private ReplayLimitOptions limits;

  @Option(names = "--requests", paramLabel = "N", description = "Only the first N rows.")
  private Optional<Long> requests;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Only what is scheduled before this time of the run.")
  private Optional<Duration> until;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Only the I-th of N parts, by session: one generator of several. auto/N takes the index"
              + " from the scheduler (JOB_COMPLETION_INDEX of a Kubernetes Indexed Job,"
              + " AWS_BATCH_JOB_ARRAY_INDEX, SLURM_PROCID), NAME/N from an environment variable"
              + " that counts from 0.")
  private Optional<String> shard;

  @Option(
      names = "--start-at",
      paramLabel = "TIME",
      description = "When the run begins, such as 2026-01-31T12:00:00Z: the same for all shards.")
  private Optional<String> startAt;

  @Option(
      names = "--clock-reference",
      paramLabel = "ntp://HOST",
      description =
          "A time server that this machine's clock is measured against: --start-at is its time,"
              + " and the manifest has the offset and its uncertainty.")
  private Optional<String> clockReference;

  @Mixin private ReplayPromptOptions prompts;
  @Mixin private ReplayContentOptions content;
  @Mixin private ReplayWatchOptions watch;

  @Option(
      names = "--no-warm-up",
      description = "Do not run the client's own code in on loopback before the run.")
  private boolean cold;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Option(names = "--dry-run", description = "Only say what would be sent.")
  private boolean dryRun;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    prompts.check(this);
    ReplayOptions planned = options(wire.planned());
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    if (dryRun) {
      ReplayPlan plan = ReplayPlan.of(source, planned).requireSome(input);
      out().print(ReplayText.plan(plan, watch.prices(this)));
      out().flush();
      return Exit.DONE;
    }
    ReplayOptions options = options(wire.wire(this));
    Path to = folder.orElseThrow(() -> mistake("-o is missing, expected a folder for the run"));
    RunWriter.requireFree(to, overwrite);
    ReplayStart.requireAllowedHosts(source, admission, approval, options.wire().urls());
    RunReport report = replay(source, options, admission, to);
    return ReplayStart.exit(
        report.manifest(), watch.isOverFailures(this, report.manifest().counts()));
  }

  private RunReport replay(
      WorkloadSource source, ReplayOptions options, Admission admission, Path to)
      throws IOException {
    return prompts.with(
        source.header(),
        options.wire().endpoint(),
        plan -> replay(of(source, options, admission, plan), to));
  }

  private ReplayRun of(
      WorkloadSource source, ReplayOptions options, Admission admission, Optional<PromptPlan> plan)
      throws IOException {
    Clock clock = Clock.systemUTC();
    Optional<ClockReference> reference =
        clockReference.isPresent()
            ? Optional.of(ClockReference.of(clockReference.get(), clock, System::nanoTime))
            : Optional.empty();
    return new ReplayRun(source, options, admission, clock, plan, reference);
  }

  private RunReport replay(ReplayRun run, Path to) throws IOException {
    return ReplayStart.run(
        this, run, to, overwrite, watch.prometheusPort(), () -> PromptReport.of(run.prompting()));
  }

  private ReplayOptions options(ReplayOptions.Wire to) throws IOException {
    positive("--requests", requests.orElse(1L));
    positive("--until", until.map(Duration::toNanos).orElse(1L));
    Optional<Instant> start = startAt.map(this::instant);
    return new ReplayOptions(
        to,
        content.content(this, start),
        load.load(this),
        limits.maxConcurrency(this),
        limits.limits(this),
        limits.retries(this),
        new ReplayOptions.Cut(
            requests.map(OptionalLong::of).orElse(OptionalLong.empty()),
            until,
            shard.map(this::shard)),
        load.windows(this),
        start,
        !cold,
        watch.watch(this));
  }

  private Shard shard(String text) {
    try {
      return Shard.of(text, System::getenv);
    } catch (IllegalArgumentException e) {
      throw mistake("--shard is '" + text + "': " + e.getMessage());
    }
  }

  private Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw mistake("--start-at is '" + text + "', expected UTC such as 2026-01-31T12:00:00Z");
    }
  }

  private void positive(String option, long value) {
    if (value < 1) {
      throw mistake(option + " is " + value + ", expected more than 0");
    }
  }
}
