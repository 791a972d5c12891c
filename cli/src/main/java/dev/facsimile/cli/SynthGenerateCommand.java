package dev.facsimile.cli;

import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.whatif.Gauge;
import dev.facsimile.synth.whatif.WhatIfPlan;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.WorkloadHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
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
  /** A workload is at most so many times as long as its source, to have its requests. */
  private static final long MOST_TIMES = 1 << 20;

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
      names = "--requests",
      paramLabel = "N",
      description =
          "Exactly so many requests: the first ones of the workload that is as many whole times as"
              + " long as the source as it takes. Its duration is up to the next one.")
  private Long requests;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Write the arrivals from this time of the workload on; rows are the whole's.")
  private Duration from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Write the arrivals before this time of the workload.")
  private Duration to;

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
  @Mixin private WhatIfOptions whatIfs;

  @Override
  public Integer call() throws Exception {
    requireOutput(output, modelFile);
    WhatIfPlan plan = whatIfs.plan();
    requireSense(plan);
    TrafficModel model = SynthModels.read(modelFile);
    Admission admission = approval.check(modelFile, model.provenance(), err());
    long source = model.source().durationNanos();
    double nanos = (duration == null ? source : duration.toNanos()) * plan.timeCompression();
    Generation plain = new Generation(model, seed, Math.max(1, (long) nanos), rateScale);
    WhatIfPlan.Applied applied = plan.apply(plain);
    if (requests != null) {
      applied = longEnough(plan, plain, applied);
    }
    write(applied, extract(applied.generation()), admission);
    return Exit.DONE;
  }

  private void requireSense(WhatIfPlan plan) {
    List<String> wrong = new ArrayList<>();
    if (threads != null && threads < 1) {
      wrong.add("--threads is " + threads + ", expected 1 or more");
    }
    if (duration != null && duration.toNanos() < 1) {
      wrong.add("--duration is 0, expected some time");
    }
    if (!(rateScale > 0 && rateScale <= 10_000)) {
      wrong.add("--rate-scale is " + rateScale + ", expected more than 0, at most 10000");
    }
    if (requests != null && requests < 1) {
      wrong.add("--requests is " + requests + ", expected 1 or more");
    }
    if (requests != null && (duration != null || from != null || to != null)) {
      wrong.add("--requests goes with none of --duration, --from, --to");
    }
    if (from != null && to != null && to.compareTo(from) <= 0) {
      wrong.add("--to is not after --from, expected a later time");
    }
    plan.errors().forEach(error -> wrong.add(error.startsWith("/") ? error : "--" + error));
    if (!wrong.isEmpty()) {
      throw mistake(String.join("; ", wrong));
    }
  }

  /** The generation over as many whole durations of the source as the requests take. */
  private WhatIfPlan.Applied longEnough(
      WhatIfPlan plan, Generation plain, WhatIfPlan.Applied applied) throws IOException {
    WhatIfPlan.Applied longer = applied;
    long times = 1;
    while (arrivals(longer.generation(), requests) < requests) {
      if (times >= MOST_TIMES) {
        throw new InputException(modelFile, "gives fewer than " + requests + " requests");
      }
      times *= 2;
      longer =
          plan.apply(new Generation(plain.model(), seed, times * plain.durationNanos(), rateScale));
    }
    return longer;
  }

  private long arrivals(Generation generation, long most) throws IOException {
    long[] rows = {0};
    generation.run(
        drawing(), Extract.first(most, Long.MAX_VALUE), (row, gap) -> rows[0]++, Progress.SILENT);
    return rows[0];
  }

  private Extract extract(Generation generation) throws IOException {
    if (requests == null) {
      long first = from == null ? 0 : from.toNanos();
      long end = to == null ? Long.MAX_VALUE : to.toNanos();
      return first == 0 && to == null ? Extract.ALL : new Extract(first, end, OptionalLong.empty());
    }
    long[] lastTwo = {0, 0};
    long[] rows = {0};
    generation.run(
        drawing(),
        Extract.first(requests + 1, Long.MAX_VALUE),
        (row, gap) -> {
          lastTwo[0] = lastTwo[1];
          lastTwo[1] = row.request().arrivalNanos();
          rows[0]++;
        },
        Progress.SILENT);
    // The duration goes up to the next request, or to the end where none comes.
    long end = rows[0] > requests ? Math.max(lastTwo[0] + 1, lastTwo[1]) : end(generation);
    return Extract.first(requests, end);
  }

  private static long end(Generation generation) {
    return Math.max(1, (long) (generation.durationNanos() / generation.course().timeCompression()));
  }

  private int drawing() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  private void write(WhatIfPlan.Applied applied, Extract extract, Admission admission)
      throws IOException {
    Generation generation = applied.generation();
    WorkloadHeader header = generation.header(InputFiles.sha256(modelFile), admission, extract);
    try (WorkloadWriter writer = WorkloadWriter.create(output, header);
        ProgressLine progress = new ProgressLine(err(), "generate", "requests")) {
      generation.run(
          drawing(),
          extract,
          (row, gap) -> {
            writer.write(row);
            applied.gauges().forEach(gauge -> gauge.take(row, gap));
          },
          progress);
      if (writer.rows() == 0) {
        throw new InputException(modelFile, "gives no request in that time, expected some");
      }
      String digest = writer.finish();
      out()
          .printf(
              "workload: %s, %,d requests over %.1f s, seed %d%ncontent sha256: %s%n",
              output, writer.rows(), header.durationNanos() / 1e9, seed, digest);
    }
    header.declaredChanges().forEach(change -> out().printf("changed: %s%n", change));
    if (!extract.equals(Extract.ALL) && !applied.gauges().isEmpty()) {
      out()
          .println(
              "what-if: readings are of the part that was written, requests of the whole workload");
    }
    for (Gauge gauge : applied.gauges()) {
      for (Gauge.Reading reading : gauge.readings()) {
        out()
            .printf(
                Locale.ROOT,
                "what-if: %s: requested %s, realised %s%n",
                reading.what(),
                shown(reading.requested()),
                shown(reading.realised()));
      }
    }
  }

  private static String shown(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? String.format(Locale.ROOT, "%,d", (long) number)
        : String.format(Locale.ROOT, "%.4g", number);
  }
}
