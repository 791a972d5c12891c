package dev.facsimile.cli;

import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.metric.PercentileRule;
import dev.facsimile.analyze.run.Prices;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What every report on runs can be asked for: objectives, percentiles, a part of the run, prices.
 */
final class ReportOptionsMixin {
  static final String DEFAULTS = "ttft=1s,itl=100ms";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--slo",
      paramLabel = "NAME=TIME",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Objectives that a request has to meet, all of them: any of ttft, itl and e2e, such as"
              + " ttft=1s,itl=50ms,e2e=30s. Without it: "
              + DEFAULTS
              + ".")
  private Map<Objective, Duration> slo = new EnumMap<>(Objective.class);

  @Option(
      names = "--percentile",
      paramLabel = "RULE",
      defaultValue = "nearest-rank",
      description =
          "How percentiles are taken: nearest-rank, or linear as NumPy and most peers do, to"
              + " compare with their summaries.")
  private String percentile;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only requests due from this time of the run on, such as 30s.")
  private Optional<Duration> from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Only requests due before this time of the run.")
  private Optional<Duration> to;

  @Option(
      names = "--phase",
      paramLabel = "NAME",
      description = "Only requests of this phase, as the workload labels it.")
  private Optional<String> phase;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = "What tokens or servers cost (YAML), for the cost per million tokens.")
  private Optional<Path> prices;

  /** What the user asked for. */
  ReportOptions options() throws IOException {
    return new ReportOptions(
        objectives(),
        !slo.isEmpty(),
        rule(),
        selection(),
        prices.isPresent() ? Optional.of(Prices.read(prices.get())) : Optional.empty());
  }

  private Selection selection() {
    if (from.isPresent() && to.isPresent() && from.get().compareTo(to.get()) >= 0) {
      throw mistake("--from is not before --to, expected a stretch of time");
    }
    if (to.isPresent() && to.get().isZero()) {
      throw mistake("--to is 0, expected a time over 0");
    }
    return new Selection(
        from.map(Duration::toNanos).orElse(0L),
        to.isPresent() ? OptionalLong.of(to.get().toNanos()) : OptionalLong.empty(),
        phase);
  }

  private PercentileRule rule() {
    return Arrays.stream(PercentileRule.values())
        .filter(rule -> rule.word().equals(percentile))
        .findFirst()
        .orElseThrow(
            () -> mistake("--percentile is '" + percentile + "', expected nearest-rank or linear"));
  }

  private Objectives objectives() {
    if (slo.isEmpty()) {
      return Objectives.DEFAULT;
    }
    Map<Objective, Long> limits = new EnumMap<>(Objective.class);
    slo.forEach(
        (objective, limit) -> {
          if (limit.isZero()) {
            throw mistake("--slo " + objective.word() + " is 0, expected a time over 0");
          }
          limits.put(objective, limit.toNanos());
        });
    return new Objectives(limits);
  }

  private CommandLine.ParameterException mistake(String sentence) {
    return new CommandLine.ParameterException(spec.commandLine(), sentence);
  }
}
