package dev.facsimile.cli;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.run.PeakConcurrency;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunSeries;
import dev.facsimile.replay.run.Sweep;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay sweep}. */
@Command(
    name = "sweep",
    description = {
      "Run a workload at several rates or numbers of clients, each several times, and write"
          + " sweep.json beside the runs. Without --rates or --clients: the trace's peak"
          + " concurrency times 1, 2 and 3.",
      ""
    })
final class ReplaySweepCommand extends HelpfulCommand {
  private static final int[] TIMES = {1, 2, 3};
  private static final Duration ENDLESS = Duration.ofDays(3650);

  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to replay.")
  private Path input;

  @Mixin private ReplayWireOptions wire;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "A new folder for the runs and sweep.json.")
  private Path folder;

  @Option(
      names = "--rates",
      showDefaultValue = Visibility.NEVER,
      split = ",",
      paramLabel = "RATE",
      description = "Rates of Poisson arrivals, such as 5/s,10/s,20/s.")
  private List<String> rates = new ArrayList<>();

  @Option(
      names = "--clients",
      showDefaultValue = Visibility.NEVER,
      split = ",",
      paramLabel = "N",
      description = "Numbers of clients of a closed loop, such as 8,16,32.")
  private List<Integer> clients = new ArrayList<>();

  @Option(
      names = "--repeats",
      defaultValue = "3",
      paramLabel = "N",
      description = "Runs at each point.")
  private int repeats;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of the first repeat's arrivals; each one after it has the next.")
  private long seed;

  @Option(
      names = "--assume-ttft",
      defaultValue = "500ms",
      paramLabel = "TIME",
      description = "For the peak concurrency, where the trace tells no latency.")
  private Duration ttft;

  @Option(
      names = "--assume-itl",
      defaultValue = "20ms",
      paramLabel = "TIME",
      description = "The same, between tokens.")
  private Duration itl;

  @Option(names = "--requests", paramLabel = "N", description = "Only the first N rows.")
  private Optional<Long> requests;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Each run: only what is scheduled before this time.")
  private Optional<Duration> until;

  @Option(
      names = "--no-warm-up",
      description = "Do not run the client's own code in on loopback before each run.")
  private boolean cold;

  @Mixin private ReplayLimitOptions limits;
  @Mixin private ReplayPromptOptions prompts;
  @Mixin private ReplayContentOptions content;
  @Mixin private ReplayWatchOptions watch;
  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    if (!rates.isEmpty() && !clients.isEmpty()) {
      throw mistake("--rates and --clients exclude each other");
    }
    if (repeats < 1) {
      throw mistake("--repeats is " + repeats + ", expected 1 or more");
    }
    prompts.check(this);
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    ReplayOptions options = options();
    ReplayStart.requireAllowedHosts(source, admission, approval, options.wire().urls());
    List<Sweep.Point> points = rates.isEmpty() ? byClients(source) : byRate();
    Sweep.Document document =
        prompts.with(
            source.header(),
            options.wire().endpoint(),
            plan ->
                new Sweep(new RunSeries(source, options, admission, Clock.systemUTC(), plan))
                    .run(
                        rates.isEmpty() ? "clients" : "rate",
                        points,
                        repeats,
                        folder,
                        new Shown()));
    out().printf("written to %s%n", folder.resolve("sweep.json"));
    out().flush();
    boolean clientBound =
        document.runs().stream()
            .anyMatch(line -> line.verdict() == RunManifest.Verdict.CLIENT_BOUND);
    return clientBound ? Exit.BOUND_MISSED : Exit.DONE;
  }

  private ReplayOptions options() throws IOException {
    return new ReplayOptions(
        wire.wire(this),
        content.content(this),
        new Load.Closed(1),
        limits.maxConcurrency(this),
        limits.limits(this),
        limits.retries(this),
        new ReplayOptions.Cut(
            requests.map(OptionalLong::of).orElse(OptionalLong.empty()), until, Optional.empty()),
        List.of(),
        Optional.empty(),
        !cold,
        watch.watch(this));
  }

  private List<Sweep.Point> byRate() {
    List<Sweep.Point> points = new ArrayList<>();
    for (String text : rates) {
      double perSecond = ReplayLoadOptions.perSecond(this, "--rates", text);
      Load.Stage stage = new Load.Stage(Optional.empty(), ENDLESS, perSecond, perSecond);
      points.add(
          new Sweep.Point(
              perSecond,
              repeat ->
                  new Load.Rate(List.of(stage), new ArrivalProcess.Poisson(), seed + repeat)));
    }
    return points;
  }

  private List<Sweep.Point> byClients(WorkloadSource source) throws IOException {
    List<Integer> counts = new ArrayList<>(clients);
    if (counts.isEmpty()) {
      PeakConcurrency peak = PeakConcurrency.of(source, ttft, itl);
      err()
          .printf(
              "facsimile: peak concurrency %d, from %d logged and %d assumed latencies%n",
              peak.requests(), peak.observed(), peak.assumed());
      for (int times : TIMES) {
        counts.add(times * peak.requests());
      }
    }
    List<Sweep.Point> points = new ArrayList<>();
    for (int count : counts) {
      if (count < 1) {
        throw mistake("--clients is " + count + ", expected 1 or more");
      }
      points.add(new Sweep.Point(count, repeat -> new Load.Closed(count)));
    }
    return points;
  }

  /** Shows a line for each run; Ctrl-C ends the run that goes on, and with it the sweep. */
  private final class Shown implements Sweep.Runs {
    private Optional<InterruptedRun> interrupts = Optional.empty();
    private Optional<ReplayRun> running = Optional.empty();

    @Override
    public ReplayRun.Listener begins(String name, ReplayRun run) {
      err().println("facsimile: " + name);
      InterruptedRun watch = new InterruptedRun(run);
      watch.watch();
      interrupts = Optional.of(watch);
      running = Optional.of(run);
      return new ReplayProgress(err());
    }

    @Override
    public void ended(Sweep.Line line) {
      out()
          .printf(
              Locale.ROOT,
              "%-20s %-12s completed %,d of %,d, %.2f/s, TTFT from schedule p50 %s, p99 %s%n",
              line.run(),
              line.verdict().word(),
              line.counts().completed(),
              line.counts().offered(),
              line.completedPerSecond(),
              millis(line.ttftFromScheduleP50Nanos()),
              millis(line.ttftFromScheduleP99Nanos()));
      running.ifPresent(run -> err().print(PromptReport.of(run.prompting())));
      err().flush();
      out().flush();
      // A process that was told to exit does so now.
      interrupts.ifPresent(InterruptedRun::close);
    }

    private String millis(OptionalLong nanos) {
      return nanos.isPresent()
          ? String.format(Locale.ROOT, "%.1f ms", nanos.getAsLong() / 1e6)
          : "none";
    }
  }
}
