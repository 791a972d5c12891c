package dev.facsimile.cli;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.simulator.virtual.VirtualOptions;
import dev.facsimile.replay.simulator.virtual.VirtualReport;
import dev.facsimile.replay.simulator.virtual.VirtualRun;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay virtual}. */
@Command(
    name = "virtual",
    description = {
      "Replay a workload, or a trace as it stands, against a simulated server in virtual time: no"
          + " sockets, no waiting, the same bytes for the same seed. Everything is simulated; the"
          + " run folder says so.",
      ""
    })
final class ReplayVirtualCommand extends HelpfulCommand {
  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to replay.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Path folder;

  @Mixin private SimulatedServerOptions server;

  @Mixin private ReplayLoadOptions loads;

  @Mixin private ReplayFlightOptions flight;

  @Option(names = "--requests", paramLabel = "N", description = "Only the first N rows.")
  private Optional<Long> requests;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Only what is scheduled before this time of the run.")
  private Optional<Duration> until;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    Load load = loads.load(this);
    if (!loads.windows(this).isEmpty()) {
      throw mistake("--window is not simulated: phases come from the workload's own rows");
    }
    if (server.replicas() < 1) {
      throw mistake("--replicas is " + server.replicas() + ", expected 1 or more");
    }
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    RunWriter.requireFree(folder, overwrite);
    long start = System.nanoTime();
    VirtualReport report;
    try {
      report = new VirtualRun(source, options(load), admission).run(folder, overwrite);
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    }
    out().print(SimulatorText.report(report, System.nanoTime() - start, folder));
    out().flush();
    return Exit.DONE;
  }

  private VirtualOptions options(Load load) throws IOException {
    OptionalInt cap = flight.maxConcurrency(this);
    positive("--requests", requests.orElse(1L));
    positive("--timeout", flight.timeout().toNanos());
    positive("--until", until.map(Duration::toNanos).orElse(1L));
    return new VirtualOptions(
        server.profile(),
        server.replicas(),
        server.routing(),
        server.faults(),
        server.faultTexts(),
        load,
        cap,
        flight.timeout(),
        flight.drain(),
        requests.map(OptionalLong::of).orElse(OptionalLong.empty()),
        until,
        server.seed());
  }

  private void positive(String option, long value) {
    if (value < 1) {
      throw mistake(option + " is " + value + ", expected more than 0");
    }
  }
}
