package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Patience;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.scenario.Scenario.Arrivals;
import dev.facsimile.synth.scenario.Scenario.RequestClass;
import dev.facsimile.synth.scenario.Scenario.Share;
import dev.facsimile.synth.scenario.Scenario.SystemPrompt;
import dev.facsimile.synth.scenario.Scenario.Turns;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TypedText;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads a scenario from YAML, with all its errors at once, and turns it into a model. */
public final class ScenarioFile {
  private static final int MOST_TOKENS = 100_000_000;
  private static final int MOST_VARIANTS = 4096;
  private static final int DEFAULT_BLOCK_TOKENS = 64;
  private static final double LONGEST_SECONDS = 1e9;
  private static final List<String> PROCESSES = List.of("constant", "poisson", "gamma", "on-off");

  private final List<String> errors = new ArrayList<>();

  private ScenarioFile() {}

  /** Whether a file is a scenario by its name, rather than a model. */
  public static boolean looksLike(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  /**
   * The model of a scenario.
   *
   * @throws InputException if it has errors: one sentence for each of them
   */
  public static TrafficModel model(Path file) throws IOException {
    ScenarioFile reader = new ScenarioFile();
    Optional<Scenario> scenario = reader.scenario(YamlSection.read(file, reader.errors));
    if (reader.errors.isEmpty() && scenario.isPresent()) {
      return new ScenarioModel(scenario.get()).model(InputFiles.sha256(file));
    }
    String count = reader.errors.size() == 1 ? "1 error" : reader.errors.size() + " errors";
    throw new InputException(
        file, "the scenario has " + count + ":\n  " + String.join("\n  ", reader.errors));
  }

  private Optional<Scenario> scenario(YamlSection root) {
    root.only(List.of("scenario", "rate", "duration", "block_tokens", "arrivals", "classes"));
    YamlSection about = root.section("scenario").only(List.of("id", "version"));
    Optional<String> id = about.text("id");
    int version = about.whole("version", 1, Integer.MAX_VALUE).orElse(1);
    OptionalDouble rate = rate(root);
    Optional<Duration> duration = duration(root, "duration");
    if (!root.has("duration")) {
      root.missing("duration", "a duration such as 10m");
    }
    int blockTokens = root.whole("block_tokens", 1, 1 << 20).orElse(DEFAULT_BLOCK_TOKENS);
    Optional<Arrivals> arrivals = arrivals(root);
    List<RequestClass> classes = classes(root.section("classes"), blockTokens);
    if (!errors.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Scenario(
            id.orElseThrow(),
            version,
            rate.orElseThrow(),
            duration.orElseThrow().toNanos(),
            blockTokens,
            arrivals.orElseThrow(),
            classes));
  }

  private static OptionalDouble rate(YamlSection root) {
    Optional<String> text = root.scalar("rate");
    OptionalDouble rate = text.map(TypedText::perSecond).orElse(OptionalDouble.empty());
    if (text.isEmpty() && !root.has("rate")) {
      root.missing("rate", "requests over time such as 10/s");
    } else if (text.isPresent() && (rate.isEmpty() || rate.getAsDouble() <= 0)) {
      root.error("rate", "is '" + text.get() + "', expected requests over time such as 10/s");
    }
    return rate;
  }

  private static Optional<Duration> duration(YamlSection in, String key) {
    Optional<String> text = in.scalar(key);
    Optional<Duration> duration = text.flatMap(TypedText::duration).filter(d -> d.toNanos() > 0);
    if (text.isPresent() && duration.isEmpty()) {
      in.error(key, "is '" + text.get() + "', expected a duration such as 10m");
    }
    return duration;
  }

  private static Optional<Double> seconds(YamlSection in, String key) {
    return duration(in, key).map(d -> d.toNanos() / 1e9);
  }

  private Optional<Arrivals> arrivals(YamlSection root) {
    if (!root.has("arrivals")) {
      return Optional.of(new Arrivals(new Scenario.Poisson(), Optional.empty()));
    }
    YamlSection in =
        root.section("arrivals").only(List.of("process", "shape", "on", "off", "diurnal"));
    Optional<Scenario.Process> process =
        in.wordOr("poisson", "process", PROCESSES).flatMap(word -> process(word, in));
    Optional<Scenario.Diurnal> diurnal =
        in.has("diurnal") ? diurnal(in.section("diurnal")) : Optional.empty();
    return process.map(shape -> new Arrivals(shape, diurnal));
  }

  private static Optional<Scenario.Process> process(String word, YamlSection in) {
    return switch (word) {
      case "constant" -> Optional.of(new Scenario.Constant());
      case "poisson" -> Optional.of(new Scenario.Poisson());
      case "gamma" -> {
        OptionalDouble shape = in.number("shape", 0.01, 10_000);
        if (!in.has("shape")) {
          in.missing("shape", "the gamma distribution's shape; 1 is Poisson, less is burstier");
        }
        yield shape.isPresent()
            ? Optional.of(new Scenario.Gamma(shape.getAsDouble()))
            : Optional.empty();
      }
      default -> {
        Optional<Double> on = requiredSeconds(in, "on");
        Optional<Double> off = requiredSeconds(in, "off");
        yield on.flatMap(a -> off.map(b -> new Scenario.OnOff(a, b)));
      }
    };
  }

  private static Optional<Double> requiredSeconds(YamlSection in, String key) {
    if (!in.has(key)) {
      in.missing(key, "a mean duration such as 30s");
    }
    return seconds(in, key);
  }

  private static Optional<Scenario.Diurnal> diurnal(YamlSection in) {
    in.only(List.of("period", "amplitude", "peak"));
    double period = seconds(in, "period").orElse(86_400.0);
    OptionalDouble amplitude = in.number("amplitude", 0, 1);
    if (!in.has("amplitude")) {
      in.missing("amplitude", "a number between 0 and 1");
    }
    double peak = seconds(in, "peak").orElse(period / 2);
    return amplitude.isPresent() && period <= LONGEST_SECONDS
        ? Optional.of(new Scenario.Diurnal(period, amplitude.getAsDouble(), peak))
        : Optional.empty();
  }

  private List<RequestClass> classes(YamlSection in, int blockTokens) {
    List<RequestClass> classes = new ArrayList<>();
    for (String name : in.keys()) {
      requestClass(name, in.section(name), blockTokens).ifPresent(classes::add);
    }
    if (in.keys().isEmpty()) {
      errors.add("classes: is empty, expected at least one class");
    }
    long shares = classes.stream().filter(c -> c.share().inTokens()).count();
    if (shares > 0 && shares < classes.size()) {
      errors.add("classes: some have a share and some a token_share, expected one kind for all");
    }
    return classes;
  }

  private Optional<RequestClass> requestClass(String name, YamlSection in, int blockTokens) {
    in.only(
        List.of(
            "share",
            "token_share",
            "input",
            "output",
            "turns",
            "think",
            "new_input",
            "system_prompt",
            "cache",
            "streaming",
            "max_output_tokens",
            "disconnect",
            "deadline"));
    Optional<Share> share = share(in);
    Optional<Marginal> input = lengths(in, "input");
    Optional<Marginal> output = lengths(in, "output");
    Optional<SystemPrompt> prompt =
        in.has("system_prompt")
            ? systemPrompt(in.section("system_prompt"), blockTokens)
            : Optional.empty();
    Optional<Turns> turns = turns(in, input);
    Optional<Patience> patience = patience(in);
    OptionalInt most = in.whole("max_output_tokens", 1, MOST_TOKENS);
    boolean cached = !in.has("cache") || in.flag("cache");
    boolean streaming = !in.has("streaming") || in.flag("streaming");
    if (share.isEmpty() || input.isEmpty() || output.isEmpty() || patience.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RequestClass(
            name,
            share.get(),
            input.get(),
            output.get(),
            prompt,
            turns,
            cached,
            streaming,
            most,
            patience.get()));
  }

  private static Optional<Share> share(YamlSection in) {
    if (in.has("share") && in.has("token_share")) {
      in.error("token_share", "is there beside share, expected one of them");
      return Optional.empty();
    }
    String key = in.has("token_share") ? "token_share" : "share";
    OptionalDouble value = in.has(key) ? in.number(key, 1e-6, 1e6) : OptionalDouble.of(1);
    return value.isPresent()
        ? Optional.of(new Share(in.has("token_share"), value.getAsDouble()))
        : Optional.empty();
  }

  private static Optional<Marginal> lengths(YamlSection in, String key) {
    if (!in.has(key)) {
      in.missing(key, "tokens: a number, {mean, sd}, {min, max}, {percentiles} or {values}");
    }
    return SpreadText.COUNT.read(in, key);
  }

  private static Optional<SystemPrompt> systemPrompt(YamlSection in, int blockTokens) {
    in.only(List.of("tokens", "variants"));
    OptionalInt tokens = in.whole("tokens", 1, MOST_TOKENS);
    if (!in.has("tokens")) {
      in.missing("tokens", "a whole number");
    }
    int variants = in.whole("variants", 1, MOST_VARIANTS).orElse(1);
    if (tokens.isEmpty()) {
      return Optional.empty();
    }
    long blocks = (long) tokens.getAsInt() / blockTokens * variants;
    if (blocks > ScenarioModel.MOST_SHARED_BLOCKS) {
      in.error(
          "tokens",
          "makes "
              + blocks
              + " shared blocks with its variants, expected at most "
              + ScenarioModel.MOST_SHARED_BLOCKS
              + ": take a larger block_tokens");
    }
    return Optional.of(new SystemPrompt(tokens.getAsInt(), variants));
  }

  private static Optional<Turns> turns(YamlSection in, Optional<Marginal> input) {
    if (!in.has("turns")) {
      for (String key : List.of("think", "new_input")) {
        if (in.has(key)) {
          in.error(key, "is there without turns, expected turns too");
        }
      }
      return Optional.empty();
    }
    Optional<Marginal> count = SpreadText.COUNT.read(in, "turns");
    Optional<Marginal> think = SpreadText.TIME.read(in, "think");
    if (!in.has("think")) {
      in.missing("think", "the time between turns, such as {mean: 20s}");
    }
    Optional<Marginal> added = in.has("new_input") ? SpreadText.COUNT.read(in, "new_input") : input;
    return count.isPresent() && think.isPresent() && added.isPresent()
        ? Optional.of(new Turns(count.get(), think.get(), added.get()))
        : Optional.empty();
  }

  private static Optional<Patience> patience(YamlSection in) {
    OptionalLong deadline =
        duration(in, "deadline")
            .map(d -> OptionalLong.of(Math.max(1, d.toMillis())))
            .orElse(OptionalLong.empty());
    if (!in.has("disconnect")) {
      return Optional.of(new Patience(0, Optional.empty(), deadline));
    }
    YamlSection disconnect = in.section("disconnect").only(List.of("share", "after"));
    OptionalDouble share = disconnect.number("share", 0, 1);
    Optional<Marginal> after = SpreadText.TIME.read(disconnect, "after");
    if (!disconnect.has("share")) {
      disconnect.missing("share", "a number between 0 and 1");
    }
    if (!disconnect.has("after")) {
      disconnect.missing("after", "a duration such as 2s");
    }
    return share.isPresent() && after.isPresent()
        ? Optional.of(new Patience(share.getAsDouble(), after, deadline))
        : Optional.empty();
  }
}
