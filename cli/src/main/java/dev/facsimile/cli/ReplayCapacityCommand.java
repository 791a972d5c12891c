package dev.facsimile.cli;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.run.CapacityRun;
import dev.facsimile.replay.run.CapacitySearch;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunSeries;
import dev.facsimile.replay.run.Slo;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay capacity}. */
@Command(
    name = "capacity",
    description = {
      "Find the largest rate of Poisson arrivals at which a stated service level is met, with its"
          + " confidence. Each rate is a run of its own.",
      ""
    })
final class ReplayCapacityCommand extends HelpfulCommand {
  private static final double PERCENT = 100;

  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to replay.")
  private Path input;

  @Mixin private ReplayWireOptions wire;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "A new folder for the runs and capacity.json.")
  private Path folder;

  @Option(
      names = "--ttft",
      paramLabel = "TIME",
      description = "Most time from the schedule to the first token.")
  private Optional<Duration> ttft;

  @Option(names = "--itl", paramLabel = "TIME", description = "Most time between tokens.")
  private Optional<Duration> itl;

  @Option(
      names = "--e2e",
      paramLabel = "TIME",
      description = "Most time from the schedule to the last token.")
  private Optional<Duration> e2e;

  @Option(
      names = "--share",
      defaultValue = "99",
      paramLabel = "PERCENT",
      description = "Share of the requests offered that must meet all of it.")
  private double share;

  @Option(
      names = "--confidence",
      defaultValue = "95",
      paramLabel = "PERCENT",
      description = "Confidence of each rate's verdict.")
  private double confidence;

  @Option(
      names = "--from",
      defaultValue = "1/s",
      paramLabel = "RATE",
      description = "The first rate; it is doubled until one fails.")
  private String from;

  @Option(
      names = "--to",
      defaultValue = "1000/s",
      paramLabel = "RATE",
      description = "No rate above it is tried.")
  private String to;

  @Option(
      names = "--trial",
      defaultValue = "60s",
      paramLabel = "TIME",
      description = "Length of each run.")
  private Duration trial;

  @Option(
      names = "--tries",
      defaultValue = "3",
      paramLabel = "N",
      description = "Runs of a rate that is undecided.")
  private int tries;

  @Option(
      names = "--within",
      defaultValue = "5",
      paramLabel = "PERCENT",
      description = "Stop once the answer is known so closely.")
  private double within;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Of the arrivals.")
  private long seed;

  @Mixin private ReplayLimitOptions limits;
  @Mixin private ReplayPromptOptions prompts;
  @Mixin private ReplayContentOptions content;
  @Mixin private ReplayWatchOptions watch;
  @Mixin private ApprovalOption approval;

  private Optional<InterruptedRun> interrupts = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (ttft.isEmpty() && itl.isEmpty() && e2e.isEmpty()) {
      throw mistake("no service level given, expected --ttft, --itl or --e2e");
    }
    double low = ReplayLoadOptions.perSecond(this, "--from", from);
    double high = ReplayLoadOptions.perSecond(this, "--to", to);
    if (!(low > 0 && high >= low)) {
      throw mistake("--from is " + from + " and --to is " + to + ", expected a range");
    }
    CapacitySearch search;
    Slo slo;
    try {
      slo = new Slo(nanos(ttft), nanos(itl), nanos(e2e), share / PERCENT);
      search = new CapacitySearch(slo, confidence / PERCENT, tries, within / PERCENT);
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    }
    prompts.check(this);
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    ReplayOptions options = options();
    ReplayStart.requireAllowedHosts(source, admission, approval, options.wire().urls());
    CapacitySearch.Found found;
    try {
      found =
          prompts.with(
              source.header(),
              options.wire().endpoint(),
              plan ->
                  new CapacityRun(
                          new RunSeries(source, options, admission, Clock.systemUTC(), plan),
                          slo,
                          seed,
                          trial)
                      .search(search, low, high, folder, this::begins));
    } finally {
      // A process that was told to exit does so now, its runs and their summary written.
      interrupts.ifPresent(InterruptedRun::close);
    }
    print(found);
    boolean whole = found.largest().isPresent() && found.endedBecause().isEmpty();
    return whole ? Exit.DONE : Exit.BOUND_MISSED;
  }

  private static OptionalLong nanos(Optional<Duration> time) {
    return time.isPresent() ? OptionalLong.of(time.get().toNanos()) : OptionalLong.empty();
  }

  private ReplayOptions options() throws IOException {
    return new ReplayOptions(
        wire.wire(this),
        content.content(this),
        new Load.Closed(1),
        limits.maxConcurrency(this),
        limits.limits(this),
        limits.retries(this),
        ReplayOptions.Cut.NONE,
        List.of(),
        Optional.empty(),
        true,
        watch.watch(this));
  }

  private ReplayRun.Listener begins(String name, ReplayRun run) {
    err().println("facsimile: " + name);
    interrupts.ifPresent(InterruptedRun::close);
    InterruptedRun watch = new InterruptedRun(run);
    watch.watch();
    interrupts = Optional.of(watch);
    return new ReplayProgress(err());
  }

  private void print(CapacitySearch.Found found) {
    for (CapacitySearch.Tried tried : found.tried()) {
      out()
          .printf(
              Locale.ROOT,
              "%8.2f/s  %-9s %,d of %,d met it (%.2f %% to %.2f %% at %.0f %% confidence), %d"
                  + " run%s%n",
              tried.perSecond(),
              tried.answer().name().toLowerCase(Locale.ROOT),
              tried.count().good(),
              tried.count().offered(),
              PERCENT * tried.lower(),
              PERCENT * tried.upper(),
              confidence,
              tried.tries(),
              tried.tries() == 1 ? "" : "s");
    }
    found.endedBecause().ifPresent(why -> out().printf("the search ended early: %s%n", why));
    if (found.tried().isEmpty()) {
      out().println("no rate was decided");
    } else if (found.largest().isEmpty()) {
      out().printf("the service level is not met at %s%n", from);
    } else if (found.smallestFailing().isPresent()) {
      out()
          .printf(
              Locale.ROOT,
              "capacity: %.2f/s passes, %.2f/s does not%n",
              found.largest().getAsDouble(),
              found.smallestFailing().getAsDouble());
    } else {
      out()
          .printf(
              Locale.ROOT,
              "capacity: at least %.2f/s, no rate that was tried fails%n",
              found.largest().getAsDouble());
    }
    out().flush();
  }
}
