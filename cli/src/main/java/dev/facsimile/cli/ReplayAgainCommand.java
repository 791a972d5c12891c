package dev.facsimile.cli;

import dev.facsimile.replay.prompt.PromptPlan;
import dev.facsimile.replay.run.RepeatedRun;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.ReplayRun;
import dev.facsimile.replay.run.RunReport;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile replay again}. */
@Command(
    name = "again",
    description = {
      "Repeat a run with the options of its manifest. The key, headers, certificates and a template"
          + " are in no manifest: give them again.",
      ""
    })
final class ReplayAgainCommand extends HelpfulCommand {
  @Parameters(index = "0", paramLabel = "RUN", description = "The run to repeat.")
  private Path run;

  @Parameters(
      index = "1",
      paramLabel = "WORKLOAD|TRACE",
      description = "What it replayed; refused unless its digest is that of the run.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "The run folder to write.")
  private Path folder;

  @Option(names = "--overwrite", description = "Replace an earlier run in the folder.")
  private boolean overwrite;

  @Option(
      names = "--tokenizer",
      paramLabel = "DIR|FILE",
      description =
          "The tokenizer that the run's prompts were written with; refused if it is another one.")
  private Optional<Path> tokenizer;

  @Option(
      names = "--content",
      paramLabel = "FILE",
      description = "The file of conversations that the run said; refused if it is another one.")
  private Optional<Path> content;

  @Mixin private ReplayWireOptions wire;
  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    WorkloadSource source = WorkloadSource.open(input);
    Admission admission = approval.check(source, err());
    RunFolder before = RunFolder.open(run);
    ReplayOptions options = RepeatedRun.options(before, source, wire.secrets(this));
    RunWriter.requireFree(folder, overwrite);
    ReplayStart.requireAllowedHosts(source, admission, approval, options.wire().urls());
    if (!PromptPlan.isOf(before.manifest().options())) {
      return replay(new ReplayRun(source, options, admission, Clock.systemUTC()));
    }
    Path vocabulary =
        tokenizer.orElseThrow(
            () ->
                new InputException(
                    run, "wrote its prompts with a tokenizer: give it again by --tokenizer"));
    try (Tokenizer loaded = Tokenizer.load(vocabulary)) {
      PromptPlan plan =
          PromptPlan.again(before.manifest().options(), loaded, content, source.header().blocks());
      return replay(
          new ReplayRun(source, options, admission, Clock.systemUTC(), Optional.of(plan)));
    }
  }

  private int replay(ReplayRun again) throws IOException {
    RunReport report =
        ReplayStart.run(
            this,
            again,
            folder,
            overwrite,
            Optional.empty(),
            () -> PromptReport.of(again.prompting()));
    return ReplayStart.exit(report.manifest(), false);
  }
}
