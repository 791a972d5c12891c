package dev.facsimile.cli;

import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayPlan;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ReplayTargets;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** The load's shape, as a word. */
  enum Mode {
    OPEN,
    CLOSED
  }

  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to replay.")
  private Path input;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server, such as http://127.0.0.1:8000; /v1 is added unless it ends so.")
  private Optional<String> url;

  @Option(names = "--model", paramLabel = "NAME", description = "The model's name at the server.")
  private Optional<String> model;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Optional<Path> folder;

  @Option(
      names = "--mode",
      defaultValue = "open",
      description =
          "open: at the workload's own times, whatever the server does. closed: each of --clients"
              + " sends the next row when its request before has ended.")
  private Mode mode;

  @Option(names = "--clients", paramLabel = "N", description = "Closed loop: how many clients.")
  private Optional<Integer> clients;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "Open loop: workload seconds per run second; 1 unless given.")
  private Optional<Double> speed;

  @Option(
      names = "--max-concurrency",
      paramLabel = "N",
      description = "At most so many requests in flight; the wait counts as slot lag.")
  private Optional<Integer> maxConcurrency;

  @Option(
      names = "--timeout",
      defaultValue = "10m",
      paramLabel = "TIME",
      description = "Limit of one request, from its dispatch to its end.")
  private Duration timeout;

  @Option(
      names = "--connect-timeout",
      defaultValue = "10s",
      paramLabel = "TIME",
      description = "Limit of opening a connection.")
  private Duration connectTimeout;

  @Option(
      names = "--drain",
      defaultValue = "10m",
      paramLabel = "TIME",
      description = "How long to wait after the last dispatch; what is left is cancelled.")
  private Duration drain;

  @Option(names = "--requests", paramLabel = "N", description = "Only the first N rows.")
  private Optional<Long> requests;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Only what is scheduled before this time of the run.")
  private Optional<Duration> until;

  @Option(
      names = "--endpoint",
      defaultValue = Endpoints.DEFAULT,
      paramLabel = "NAME",
      description = "The endpoint protocol.")
  private String endpoint;

  @Option(
      names = "--no-ignore-eos",
      description = "Let the model stop early; otherwise ignore_eos asks for the planned length.")
  private boolean modelMayStop;

  @Option(
      names = "--api-key-env",
      paramLabel = "NAME",
      description = "Environment variable that holds the API key.")
  private Optional<String> apiKeyVariable;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "File that holds the API key.")
  private Optional<Path> apiKeyFile;

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
    Load load = load();
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    if (dryRun) {
      ReplayOptions options = options("http://127.0.0.1", "none", load, Optional.empty());
      out().print(ReplayText.plan(ReplayPlan.of(source, options)));
      out().flush();
      return Exit.DONE;
    }
    String to = url.orElseThrow(() -> mistake("--url is missing, expected the server's URL"));
    String name = model.orElseThrow(() -> mistake("--model is missing, expected its name"));
    Path run = folder.orElseThrow(() -> mistake("-o is missing, expected a folder for the run"));
    RunWriter.requireFree(run, overwrite);
    requireAllowedHost(source, admission, to);
    return replay(
        new ReplayRun(source, options(to, name, load, apiKey()), admission, Clock.systemUTC()),
        run);
  }

  /**
   * A trace that holds text goes to the hosts that its approval names and to no other. Prompts made
   * up from counts and block ids, as those of a no-text trace and of any generated workload, hold
   * no text and may go anywhere.
   */
  private void requireAllowedHost(WorkloadSource source, Admission admission, String to) {
    if (!(source instanceof WorkloadSource.Trace) || admission.approval().isEmpty()) {
      return;
    }
    ApprovalReference reference = admission.approval().get();
    if (!reference.profile().equals(ApprovalManifest.NO_TEXT)
        && !ReplayTargets.allows(reference.replayTargets(), to)) {
      throw new InputException(
          input,
          "holds text ("
              + reference.profile()
              + ") that may not be sent to "
              + to
              + ": its approval names "
              + (reference.replayTargets().isEmpty()
                  ? "no host"
                  : String.join(", ", reference.replayTargets())));
    }
  }

  private int replay(ReplayRun run, Path to) throws IOException {
    err().println("facsimile: reading the workload and warming up");
    try (InterruptedRun interrupts = new InterruptedRun(run);
        ReplayProgress progress = new ReplayProgress(err())) {
      interrupts.watch();
      RunReport report = run.run(to, overwrite, progress);
      progress.clear();
      out().print(ReplayText.report(report, to));
      out().flush();
      return exit(report.manifest());
    }
  }

  private static int exit(RunManifest manifest) {
    if (manifest.state() == RunManifest.State.PARTIAL) {
      return Exit.INTERRUPTED;
    }
    return manifest.client().verdict() == RunManifest.Verdict.CLIENT_BOUND
        ? Exit.BOUND_MISSED
        : Exit.DONE;
  }

  private Load load() {
    if (mode == Mode.CLOSED) {
      if (speed.isPresent()) {
        throw mistake("--speed is for --mode open, a closed loop follows the server");
      }
      int count = clients.orElseThrow(() -> mistake("--mode closed needs --clients N"));
      if (count < 1) {
        throw mistake("--clients is " + count + ", expected 1 or more");
      }
      return new Load.Closed(count);
    }
    if (clients.isPresent()) {
      throw mistake("--clients is for --mode closed, an open loop follows the workload");
    }
    double factor = speed.orElse(1.0);
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw mistake("--speed is " + factor + ", expected more than 0");
    }
    return new Load.Open(factor);
  }

  private ReplayOptions options(String to, String name, Load load, Optional<String> key) {
    positive("--max-concurrency", maxConcurrency.orElse(1));
    positive("--requests", requests.orElse(1L));
    positive("--timeout", timeout.toNanos());
    positive("--connect-timeout", connectTimeout.toNanos());
    positive("--until", until.map(Duration::toNanos).orElse(1L));
    return new ReplayOptions(
        to,
        name,
        endpoint,
        key,
        !modelMayStop,
        load,
        maxConcurrency.map(OptionalInt::of).orElse(OptionalInt.empty()),
        timeout,
        connectTimeout,
        drain,
        requests.map(OptionalLong::of).orElse(OptionalLong.empty()),
        until,
        !cold);
  }

  private void positive(String option, long value) {
    if (value < 1) {
      throw mistake(option + " is " + value + ", expected more than 0");
    }
  }

  private Optional<String> apiKey() throws IOException {
    if (apiKeyFile.isPresent()) {
      InputFiles.requireFile(apiKeyFile.get());
      return Optional.of(Files.readString(apiKeyFile.get()).strip());
    }
    if (apiKeyVariable.isEmpty()) {
      return Optional.empty();
    }
    String key = System.getenv(apiKeyVariable.get());
    if (key == null) {
      throw new InputException("the environment variable " + apiKeyVariable.get() + " is not set");
    }
    return Optional.of(key.strip());
  }
}
