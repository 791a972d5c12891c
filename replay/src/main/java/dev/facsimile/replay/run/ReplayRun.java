package dev.facsimile.replay.run;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineResult;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.LiveFigures;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Replays a workload against a server and writes the run folder. Use once. */
public final class ReplayRun {
  private static final int FILES_BESIDE_CONNECTIONS = 100;

  private final WorkloadSource source;
  private final ReplayOptions options;
  private final Admission admission;
  private final Clock wallClock;
  private final Target target;
  private final Endpoint endpoint;
  private final CompletableFuture<Engine> started = new CompletableFuture<>();

  /**
   * A replay to be.
   *
   * @param admission how the workload was let in
   * @param wallClock tells the date, for the manifest alone
   * @throws InputException if the URL or an option cannot be used
   */
  public ReplayRun(
      WorkloadSource source, ReplayOptions options, Admission admission, Clock wallClock) {
    this.source = source;
    this.options = options;
    this.admission = admission;
    this.wallClock = wallClock;
    this.target = Target.of(options.url());
    this.endpoint =
        Endpoints.of(
            options.endpoint(), new Endpoints.Settings(options.model(), options.ignoreEos()));
    requireFiles(options.load());
  }

  /**
   * Runs it.
   *
   * @param folder the run folder to write
   * @param overwrite whether an earlier run there may be replaced
   * @param everySecond hears how it goes, on the calling thread
   * @throws IOException if the server cannot be reached at all, or the run cannot be written
   */
  public RunReport run(Path folder, boolean overwrite, Consumer<LiveFigures> everySecond)
      throws IOException {
    RunWriter.requireFree(folder, overwrite);
    ReplayPlan plan = ReplayPlan.of(source, options);
    if (plan.requests() == 0) {
      throw new InputException(source.path(), "holds no request to replay, expected at least one");
    }
    ManifestParts parts = new ManifestParts(source, options, plan, admission);
    target.requireReachable(options.connectTimeout());
    String warmUp = options.warmUp() ? WarmUp.run() : "none";
    RunTally tally = new RunTally();
    try (RunWriter writer = RunWriter.create(folder, overwrite)) {
      Run run = drive(writer, tally, everySecond);
      parts.warmUp(warmUp);
      RunReport report =
          new RunReport(
              parts.manifest(run.startedAt(), run.result(), tally),
              tally.ttftFromDispatch(),
              tally.ttftFromSchedule(),
              tally.lag(),
              run.result().loopDelay());
      writer.finish(report.manifest(), run.result().series());
      return report;
    }
  }

  /**
   * Ends it early, from any thread.
   *
   * @return whether requests were already being sent, so that a partial run will be written
   */
  public boolean stop() {
    boolean sending = started.isDone();
    started.thenAccept(Engine::stop);
    return sending;
  }

  private record Run(Instant startedAt, EngineResult result) {}

  private Run drive(RunWriter writer, RunTally tally, Consumer<LiveFigures> everySecond)
      throws IOException {
    RequestBytes bytes =
        new RequestBytes(target, endpoint, RequestBytes.prompts(source.header()), options.apiKey());
    try (OutcomeLog log = new OutcomeLog(writer, tally);
        RequestFeed feed = new RequestFeed(new CutRows(source, options), bytes);
        Engine engine = new Engine(settings(), endpoint, feed, log, System::nanoTime)) {
      CompletableFuture<Instant> zero = engine.zero().thenApply(at -> wallClock.instant());
      CompletableFuture<EngineResult> result = engine.start();
      started.complete(engine);
      EngineResult ended = await(result, engine, everySecond);
      return new Run(zero.join(), ended);
    }
  }

  private static EngineResult await(
      CompletableFuture<EngineResult> result, Engine engine, Consumer<LiveFigures> everySecond)
      throws IOException {
    while (true) {
      try {
        return result.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        everySecond.accept(engine.live());
      } catch (InterruptedException e) {
        engine.stop();
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof UncheckedIOException io) {
      return io.getCause();
    }
    if (cause instanceof RuntimeException bug) {
      throw bug;
    }
    throw new IllegalStateException(cause);
  }

  private EngineSettings settings() {
    int ahead = options.load() instanceof Load.Closed closed ? closed.clients() : 1;
    return new EngineSettings(
        target.address(),
        options.load(),
        options.maxConcurrency(),
        options.timeout(),
        options.connectTimeout(),
        options.drain(),
        options.until(),
        options.maxConcurrency().isPresent()
            ? Math.min(ahead, options.maxConcurrency().getAsInt())
            : ahead);
  }

  private static void requireFiles(Load load) {
    Optional<UnixOperatingSystemMXBean> system =
        Optional.ofNullable(ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class));
    if (system.isPresent() && load instanceof Load.Closed closed) {
      long limit = system.get().getMaxFileDescriptorCount();
      long needed = (long) closed.clients() + FILES_BESIDE_CONNECTIONS;
      if (needed > limit) {
        throw new InputException(
            "--clients "
                + closed.clients()
                + " needs about "
                + needed
                + " open files and this process may open "
                + limit
                + ": raise the limit with ulimit -n");
      }
    }
  }
}
