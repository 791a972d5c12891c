package dev.facsimile.cli;

import dev.facsimile.synth.diff.ClassDifference;
import dev.facsimile.synth.diff.TimeDifference;
import dev.facsimile.synth.model.TrafficModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth diff}. */
@Command(name = "diff", description = "Tell how two models differ, class by class.")
final class SynthDiffCommand extends HelpfulCommand {
  @Parameters(index = "0", paramLabel = "A", description = "A model.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Another model.")
  private Path second;

  @Override
  public Integer call() throws Exception {
    TrafficModel one = SynthModels.read(first);
    TrafficModel two = SynthModels.read(second);
    List<ClassDifference> differences = ClassDifference.between(one, two);
    for (ClassDifference difference : differences) {
      line(
          "class %s: %.3f/s, %.3f/s",
          difference.label(), difference.firstRate(), difference.secondRate());
      difference.lengths().ifPresent(this::print);
    }
    TimeDifference time = TimeDifference.between(one, two);
    line("sessions and time: first model, second model");
    time.quantities().forEach(q -> line("  %-30s %,.3f, %,.3f", q.name(), q.first(), q.second()));
    time.distances().forEach(d -> line("  %-30s %.4f", d.name(), d.distance()));
    return Exit.DONE;
  }

  private void print(ClassDifference.Lengths lengths) {
    line("  KS of input tokens   %.4f", lengths.input());
    line("  KS of output tokens  %.4f", lengths.output());
    line("  copula, variation    %.4f", lengths.dependence());
    if (lengths.firstContinues().isPresent() || lengths.secondContinues().isPresent()) {
      line(
          "  continued prompts    %s, %s",
          percent(lengths.firstContinues()), percent(lengths.secondContinues()));
    }
  }

  private static String percent(Optional<Double> share) {
    return share.map(s -> String.format(Locale.ROOT, "%.1f %%", 100 * s)).orElse("no blocks");
  }

  private void line(String format, Object... values) {
    out().println(String.format(Locale.ROOT, format, values));
  }
}
