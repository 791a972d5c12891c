package dev.facsimile.synth.scenario;

import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.synth.model.Renewal;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.scenario.Scenario.Diurnal;
import dev.facsimile.synth.scenario.Scenario.RequestClass;
import dev.facsimile.synth.scenario.Scenario.SystemPrompt;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Turns a scenario into a model. */
final class ScenarioModel {
  /** Blocks of all system prompts of a class. */
  static final int MOST_SHARED_BLOCKS = 8_000;

  private static final long STARTS = 1_000_000;

  private final Scenario scenario;
  private final TimeGrid grid;
  private final double shares;

  ScenarioModel(Scenario scenario) {
    this.scenario = scenario;
    this.grid = TimeGrid.of(OptionalLong.empty(), scenario.durationNanos());
    this.shares = scenario.classes().stream().mapToDouble(ScenarioModel::requestShare).sum();
  }

  /** A share of tokens is one of requests over the tokens of a request. */
  private static double requestShare(RequestClass requests) {
    return requests.share().inTokens()
        ? requests.share().value() / requests.meanTokens()
        : requests.share().value();
  }

  TrafficModel model(String sha256) {
    Step step =
        new Step(
            "synth scenario",
            ToolVersion.CURRENT,
            new TreeMap<>(),
            Optional.empty(),
            List.of(new Step.InputFile("scenario", sha256)),
            false);
    boolean turns = scenario.classes().stream().anyMatch(c -> c.turns().isPresent());
    long rows = Math.max(1, Math.round(scenario.perSecond() * scenario.durationNanos() / 1e9));
    return new TrafficModel(
        TrafficModel.FORMAT,
        TrafficModel.VERSION,
        ToolVersion.CURRENT,
        new TrafficModel.Source(
            rows,
            0,
            scenario.durationNanos(),
            turns ? TraceHeader.Sessions.LOGGED : TraceHeader.Sessions.NONE),
        grid,
        Optional.of(new BlockScheme(scenario.blockTokens(), BlockScheme.Scope.GLOBAL, false)),
        OptionalInt.empty(),
        scenario.classes().stream().map(this::requestClass).toList(),
        new ScenarioTurns(scenario.classes()).branching(),
        renewal(),
        Optional.empty(),
        Optional.of(notReproduced(turns)),
        Optional.empty(),
        Optional.empty(),
        Provenance.NONE.then(step));
  }

  private List<String> notReproduced(boolean turns) {
    List<String> missing = new ArrayList<>();
    missing.add("Input and output lengths do not depend on each other within a class.");
    missing.add("Lengths do not change with time.");
    if (scenario.arrivals().diurnal().isEmpty()) {
      missing.add("The rate does not change with the time of day.");
    }
    missing.add("Bursts are those of the stated process at one scale, not of many clients at all.");
    missing.add("Prompts share whole system prompts and earlier turns, no documents or tools.");
    if (!turns) {
      missing.add("Requests do not follow each other in sessions.");
    }
    missing.add("There are no tenants, and failures are those of the server alone.");
    return missing;
  }

  private Optional<Renewal> renewal() {
    Scenario.Process process = scenario.arrivals().process();
    int mean = Renewal.MEAN;
    if (process instanceof Scenario.Constant) {
      return Optional.of(new Renewal(Spread.fixed(mean)));
    }
    if (process instanceof Scenario.Gamma gamma) {
      return Optional.of(new Renewal(Spread.gamma(mean, gamma.shape(), 1)));
    }
    if (process instanceof Scenario.OnOff onOff) {
      return Optional.of(new Renewal(interrupted(onOff)));
    }
    return Optional.empty();
  }

  /**
   * The gaps of a Poisson process that is switched on and off (Kuczura, "The interrupted Poisson
   * process as an overflow process", 1973): a mixture of two exponential distributions.
   */
  private Marginal interrupted(Scenario.OnOff onOff) {
    double starts = scenario.classes().stream().mapToDouble(c -> startsPerSecond(c)).sum();
    double off = 1 / onOff.onSeconds();
    double on = 1 / onOff.offSeconds();
    double rate = starts * (onOff.onSeconds() + onOff.offSeconds()) / onOff.onSeconds();
    double sum = rate + off + on;
    double root = Math.sqrt(sum * sum - 4 * rate * on);
    double fast = (sum + root) / 2;
    double slow = (sum - root) / 2;
    double share = (rate - slow) / (fast - slow);
    double unit = Renewal.MEAN * starts;
    return Spread.hyperExponential(share, unit / fast, unit / slow, 1);
  }

  private double startsPerSecond(RequestClass requests) {
    return scenario.perSecond() * requestShare(requests) / shares / requests.meanTurns();
  }

  private ClassModel requestClass(RequestClass requests) {
    long all = Math.max(1, Math.round(STARTS * requests.meanTurns()));
    Marginal input =
        requests.systemPrompt().map(p -> shifted(requests.input(), p)).orElse(requests.input());
    return new ClassModel(
        Optional.of(requests.name()),
        Optional.empty(),
        all,
        OptionalLong.of(STARTS),
        new LengthModel(
            input, requests.output(), new Checkerboard(List.of(List.of(1L))), List.of()),
        new Cascade(envelope(requests), List.of(), levels(), Collections.emptySortedMap()),
        mix(requests),
        Optional.of(prefix(requests)),
        Optional.of(requests.patience()));
  }

  private static Marginal shifted(Marginal input, SystemPrompt prompt) {
    return new Marginal(
        input.segments().stream()
            .map(s -> new Segment(s.low() + prompt.tokens(), s.high() + prompt.tokens(), s.count()))
            .toList());
  }

  private List<Cascade.Level> levels() {
    List<Cascade.Level> levels = new ArrayList<>();
    for (int level = 1; level <= grid.levels(); level++) {
      levels.add(new Cascade.Level(grid.rootNanos() >> level, 0, 0, Collections.emptySortedMap()));
    }
    return levels;
  }

  private List<Double> envelope(RequestClass requests) {
    double perWindow = startsPerSecond(requests) * grid.rootNanos() / 1e9;
    List<Double> envelope = new ArrayList<>();
    for (long window = 0; window < grid.windows(scenario.durationNanos()); window++) {
      double middle = (window + 0.5) * grid.rootNanos() / 1e9;
      double factor = scenario.arrivals().diurnal().map(d -> factor(d, middle)).orElse(1.0);
      envelope.add(perWindow * factor);
    }
    return envelope;
  }

  private static double factor(Diurnal diurnal, double seconds) {
    double turns = (seconds - diurnal.peakSeconds()) / diurnal.periodSeconds();
    return 1 + diurnal.amplitude() * StrictMath.cos(2 * StrictMath.PI * turns);
  }

  private static Mix mix(RequestClass requests) {
    return new Mix(
        List.of(
            new Mix.Combination(
                1,
                Origin.UNKNOWN,
                Optional.of(requests.streaming()),
                Optional.of(requests.cacheEligible()),
                requests.maxOutputTokens())));
  }

  /** Every variant of the system prompt is a chain of blocks that as many sessions start after. */
  private PrefixReuse prefix(RequestClass requests) {
    List<TrunkNode> trunk = new ArrayList<>();
    int blocks = requests.systemPrompt().map(p -> p.tokens() / scenario.blockTokens()).orElse(0);
    int variants = requests.systemPrompt().map(SystemPrompt::variants).orElse(1);
    for (int variant = 0; variant < variants && requests.cacheEligible(); variant++) {
      for (int block = 0; block < blocks; block++) {
        int parent = block == 0 ? 0 : trunk.size();
        trunk.add(new TrunkNode(parent, block == blocks - 1 ? STARTS / variants : 0));
      }
    }
    long anew = trunk.isEmpty() ? STARTS : 0;
    return new PrefixReuse(STARTS, anew, trunk, List.of(new SizeGroup(0, STARTS, 0, List.of())));
  }
}
