package dev.facsimile.cli;

import dev.facsimile.synth.fit.Goodness;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth fit}. */
@Command(name = "fit", description = "Fit a model to an approved trace.")
final class SynthFitCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The trace to fit.")
  private Path trace;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "MODEL",
      description = "The model to write, such as x.model.json.")
  private Path output;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws Exception {
    requireOutput(output, trace);
    TraceFile source = TraceFile.open(trace);
    Admission admission = approval.check(source, err());
    TraceFit.Fitted fitted;
    try (ProgressLine progress = new ProgressLine(err(), "fit", "rows, twice")) {
      fitted = new TraceFit(source, progress).fit(admission);
    }
    fitted.model().write(output);
    print(fitted);
    return Exit.DONE;
  }

  private void print(TraceFit.Fitted fitted) {
    TrafficModel.Source source = fitted.model().source();
    out()
        .printf(
            "model: %s, of %,d requests in %d classes over %.1f s%n",
            output, source.rows(), fitted.model().classes().size(), source.durationNanos() / 1e9);
    if (source.rowsLeftOut() > 0) {
      out().printf("left out: %,d rows of unknown length%n", source.rowsLeftOut());
    }
    for (Goodness goodness : fitted.goodness()) {
      out()
          .printf(
              "redrawn %s: KS input %.4f, output %.4f (%,d requests; the noise between two halves"
                  + " of the source would be about %.4f)%n",
              goodness.label(),
              goodness.inputDistance(),
              goodness.outputDistance(),
              goodness.drawn(),
              goodness.halvesNoise());
    }
  }
}
