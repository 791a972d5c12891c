package dev.facsimile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.run.AbortOn;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.Target;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.YamlSection;
import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What is looked at before, during and after a replay. */
final class ReplayWatchOptions {
  private static final Pattern RULE =
      Pattern.compile("(failures|tokens|cost)=(\\d+(?:\\.\\d+)?)(%?)");

  @Option(
      names = "--no-probe",
      description = "Do not ask the server what it can do, with one short request, before the run.")
  private boolean noProbe;

  @Option(
      names = "--abort-on",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "RULE",
      description =
          "Give the run up: failures=0.2 (a share), tokens=1000000, or cost=5 with --price; may be"
              + " given several times.")
  private List<String> rules = new ArrayList<>();

  @Option(
      names = "--price",
      paramLabel = "IN,OUT",
      description = "What a million prompt and output tokens cost, such as 0.5,1.5.")
  private Optional<String> price;

  @Option(
      names = "--max-failures",
      paramLabel = "LIMIT",
      description =
          "More requests than this that did not complete, a number or a per cent with its sign, end"
              + " with exit code 4.")
  private Optional<String> maxFailures;

  @Option(
      names = "--metrics-url",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "URL",
      description =
          "Prometheus metrics of the server, its engine or its GPUs, read once a second into"
              + " server.parquet; may be given several times.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--prometheus-port",
      paramLabel = "P",
      description = "Serve how the run goes at http://127.0.0.1:P/metrics; 0 for any free port.")
  private Optional<Integer> prometheusPort;

  @Option(
      names = "--context",
      paramLabel = "YAML",
      description = "What is known of the server and it does not tell: GPU, weights, precision, …")
  private Optional<Path> context;

  /** Where to serve how the run goes, if anywhere. */
  Optional<Integer> prometheusPort() {
    return prometheusPort;
  }

  ReplayOptions.Watch watch(HelpfulCommand command) throws IOException {
    for (String url : metrics) {
      try {
        Target.of("--metrics-url", url);
      } catch (InputException e) {
        throw command.mistake(e.getMessage());
      }
    }
    return new ReplayOptions.Watch(
        !noProbe, abortOn(command), List.copyOf(metrics), context(context));
  }

  AbortOn.Prices prices(HelpfulCommand command) {
    if (price.isEmpty()) {
      return AbortOn.Prices.NONE;
    }
    if (!price.get().matches("\\d+(\\.\\d+)?,\\d+(\\.\\d+)?")) {
      throw command.mistake("--price is '" + price.get() + "', expected IN,OUT such as 0.5,1.5");
    }
    String[] parts = price.get().split(",");
    return new AbortOn.Prices(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
  }

  private static double share(HelpfulCommand command, double value) {
    if (value > 1) {
      throw command.mistake("--abort-on failures is " + value + ", expected a share such as 0.2");
    }
    return value;
  }

  private AbortOn abortOn(HelpfulCommand command) {
    OptionalDouble failures = OptionalDouble.empty();
    OptionalLong tokens = OptionalLong.empty();
    OptionalDouble cost = OptionalDouble.empty();
    for (String rule : rules) {
      Matcher matcher = RULE.matcher(rule);
      boolean sound = matcher.matches();
      boolean perCent = sound && !matcher.group(3).isEmpty();
      if (!sound || (perCent && !matcher.group(1).equals("failures"))) {
        throw command.mistake(
            "--abort-on '" + rule + "', expected failures=SHARE, tokens=N or cost=X");
      }
      double value = Double.parseDouble(matcher.group(2)) / (perCent ? 100 : 1);
      switch (matcher.group(1)) {
        case "failures" -> failures = OptionalDouble.of(share(command, value));
        case "tokens" -> tokens = OptionalLong.of((long) value);
        default -> cost = OptionalDouble.of(value);
      }
    }
    if (cost.isPresent() && price.isEmpty()) {
      throw command.mistake("--abort-on cost needs --price IN,OUT");
    }
    return new AbortOn(failures, tokens, cost, prices(command));
  }

  private static SortedMap<String, String> context(Optional<Path> file) throws IOException {
    SortedMap<String, String> flat = new TreeMap<>();
    if (file.isPresent()) {
      JsonNode tree = YamlSection.tree(file.get());
      if (!tree.isObject()) {
        throw new InputException(file.get(), "is no mapping, expected names and values");
      }
      flatten("", tree, flat);
    }
    return flat;
  }

  private static void flatten(String name, JsonNode node, SortedMap<String, String> flat) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        flatten(
            name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(), flat);
      }
    } else {
      flat.put(name, node.isValueNode() ? node.asText() : node.toString());
    }
  }

  /** Whether more failed than allowed. */
  boolean isOverFailures(HelpfulCommand command, RunManifest.Counts counts) {
    if (maxFailures.isEmpty()) {
      return false;
    }
    Matcher matcher = Pattern.compile("(\\d+(?:\\.\\d+)?)(%?)").matcher(maxFailures.get());
    if (!matcher.matches()) {
      throw command.mistake(
          "--max-failures is '" + maxFailures.get() + "', expected a number or a share such as 1%");
    }
    long failed = counts.offered() - counts.completed();
    double most = Double.parseDouble(matcher.group(1));
    return matcher.group(2).isEmpty() ? failed > most : 100.0 * failed > most * counts.offered();
  }
}
