package dev.facsimile.cli;

import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.scenario.ScenarioFile;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.WorkloadHeader;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth generate}. */
@Command(
    name = "generate",
    description =
        "Generate a workload. The same model, seed and duration give the same bytes, whatever the"
            + " machine and the number of threads.")
final class SynthGenerateCommand extends HelpfulCommand {
  @Parameters(
      paramLabel = "MODEL|SCENARIO",
      description =
          "The model that synth fit wrote, or a scenario (.yaml): traffic without a trace, see"
              + " samples/scenarios/.")
  private Path modelFile;

  @Option(
      names = "--seed",
      required = true,
      showDefaultValue = Visibility.NEVER,
      description = "Any whole number.")
  private long seed;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "Such as 10m; the source's by default. A longer one goes through the source's envelope"
              + " again and again.")
  private Duration duration;

  @Option(
      names = "--rate-scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Sessions per second over the source's: 2 lays two independent copies of its sessions over"
              + " each other, 0.5 keeps every other session. Turns and prompts stay as they are.")
  private double rateScale;

  @Option(names = "--threads", description = "Threads that draw; one per processor by default.")
  private Integer threads;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "WORKLOAD",
      description = "The workload to write: .jsonl, .jsonl.gz, .jsonl.zst or .parquet.")
  private Path output;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws Exception {
    requireOutput(output, modelFile);
    if (threads != null && threads < 1) {
      throw mistake("--threads is " + threads + ", expected 1 or more");
    }
    if (duration != null && duration.toNanos() < 1) {
      throw mistake("--duration is 0, expected some time");
    }
    if (!(rateScale > 0 && rateScale <= 10_000)) {
      throw mistake("--rate-scale is " + rateScale + ", expected more than 0, at most 10000");
    }
    TrafficModel model =
        ScenarioFile.looksLike(modelFile)
            ? ScenarioFile.model(modelFile)
            : TrafficModel.read(modelFile);
    Admission admission = approval.check(modelFile, model.provenance(), err());
    long nanos = duration == null ? model.source().durationNanos() : duration.toNanos();
    Generation generation = new Generation(model, seed, nanos, rateScale);
    WorkloadHeader header = generation.header(InputFiles.sha256(modelFile), admission);
    int drawing = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    try (WorkloadWriter writer = WorkloadWriter.create(output, header);
        ProgressLine progress = new ProgressLine(err(), "generate", "requests")) {
      generation.run(drawing, writer::write, progress);
      if (writer.rows() == 0) {
        throw new InputException(modelFile, "gives no request in that time, expected some");
      }
      String digest = writer.finish();
      out()
          .printf(
              "workload: %s, %,d requests over %.1f s, seed %d%ncontent sha256: %s%n",
              output, writer.rows(), nanos / 1e9, seed, digest);
    }
    return Exit.DONE;
  }
}
