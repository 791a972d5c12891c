package dev.facsimile.cli;

import dev.facsimile.synth.clients.ClientStatistics;
import dev.facsimile.synth.fit.Goodness;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.privacy.PrivateFit;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth fit}. */
@Command(name = "fit", description = "Fit a model to an approved trace.")
public class SynthFitCommand extends HelpfulCommand {
  private static final double MOST_EPSILON = 1_000;
  private static final int DEFAULT_COUNT = 11;

  @Parameters(
      paramLabel = "TRACE|FOLDER",
      description =
          "The trace to fit, or a folder of ServeGen's statistics of clients: NAME-trace.csv and"
              + " NAME-dataset.json for each.")
  private Path trace;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "MODEL",
      description = "The model to write, such as x.model.json.")
  private Path output;

  @Option(
      names = "--shareable",
      description =
          "Make a model that may be handed on without the trace: every number tells of --min-count"
              + " requests or more, examples are drawn from such numbers.")
  private boolean shareable;

  @Option(
      names = "--min-count",
      paramLabel = "N",
      description =
          "With --shareable: requests behind every number, 2 or more. Default: ${DEFAULT-VALUE}",
      defaultValue = "11")
  private int minCount;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "Make a model with differential privacy of this epsilon for each request: noisy counts of"
              + " lengths and arrivals, without sessions and prefixes. It may be handed on too.")
  private Optional<Double> epsilon;

  @Option(
      names = "--attribution",
      paramLabel = "TEXT",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Whose data it is and by what licence, for public traces; may be given several times.")
  private List<String> attribution = new ArrayList<>();

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws Exception {
    requireOptions();
    requireOutput(output, trace);
    requireCanFit();
    if (isFolder()) {
      return fitClients();
    }
    TraceFile source = TraceFile.open(trace);
    Admission admission = approval.check(source, err());
    TraceFit.Fitted fitted;
    try (ProgressLine progress = new ProgressLine(err(), "fit", "rows, in passes")) {
      fitted = fitted(source, progress, admission);
    }
    TrafficModel model = fitted.model();
    (attribution.isEmpty() ? model : model.attributedTo(attribution)).write(output);
    print(fitted);
    return Exit.DONE;
  }

  private int fitClients() throws IOException {
    if (shareable || epsilon.isPresent()) {
      throw mistake("--shareable and --epsilon go with a trace, not with statistics of clients");
    }
    ClientStatistics.Fitted fitted = ClientStatistics.fit(trace);
    TrafficModel model = fitted.model();
    (attribution.isEmpty() ? model : model.attributedTo(attribution)).write(output);
    out()
        .printf(
            "model: %s, of %,d requests of %d clients over %.1f h%n",
            output,
            model.source().rows(),
            model.classes().size(),
            model.source().durationNanos() / 3.6e12);
    if (!fitted.leftOut().isEmpty()) {
      out()
          .printf(
              Locale.ROOT,
              "left out: %d clients without lengths or requests, %.1f %% of all requests%n",
              fitted.leftOut().size(),
              100 * fitted.leftOutShare());
    }
    out().println("a model of statistics, not of a trace; what it does not have:");
    model.notReproduced().orElseThrow().forEach(line -> out().println("  - " + line));
    return Exit.DONE;
  }

  private void requireOptions() {
    if (epsilon.isPresent() && !(epsilon.get() > 0 && epsilon.get() <= MOST_EPSILON)) {
      throw mistake("--epsilon is " + epsilon.get() + ", expected more than 0 to " + MOST_EPSILON);
    }
    if (minCount < 2) {
      throw mistake("--min-count is " + minCount + ", expected 2 or more");
    }
    if (minCount != DEFAULT_COUNT && (!shareable || epsilon.isPresent())) {
      throw mistake("--min-count goes with --shareable, and not with --epsilon");
    }
  }

  private TraceFit.Fitted fitted(TraceFile source, ProgressLine progress, Admission admission)
      throws IOException {
    if (epsilon.isEmpty()) {
      OptionalInt count = shareable ? OptionalInt.of(minCount) : OptionalInt.empty();
      return fitted(source, progress, count, admission);
    }
    SecureRandom secret = new SecureRandom();
    PrivateFit fit = new PrivateFit(source, progress, epsilon.get(), secret::nextLong);
    // How near it comes is not told: that would be one more number of the source.
    return new TraceFit.Fitted(fit.fit(admission), List.of());
  }

  /** Whether a model with differential privacy is asked for. */
  protected final boolean isPrivate() {
    return epsilon.isPresent();
  }

  /** Whether a folder of clients' statistics is to be fitted. */
  protected final boolean isFolder() {
    return Files.isDirectory(trace);
  }

  /** Refuses, before any work, what another place of fitting cannot do; this one can do all. */
  protected void requireCanFit() {}

  /**
   * Fits a trace.
   *
   * @param minCount where the model is to be handed on: requests behind every number of it
   */
  protected TraceFit.Fitted fitted(
      TraceFile source, Progress progress, OptionalInt minCount, Admission admission)
      throws IOException {
    return new TraceFit(source, progress, minCount).fit(admission);
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
    fitted.model().sharing().ifPresent(sharing -> out().println(SharingText.of(sharing)));
    BurstText.of(fitted.model()).forEach(text -> out().println("bursts in common: " + text));
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
