package dev.facsimile.analyze.gate;

import dev.facsimile.analyze.compare.Fact;
import dev.facsimile.analyze.metric.Objective;
import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TypedText;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A gate as its file states it.
 *
 * @param name the user's name for it
 * @param repeats least number of runs on each side for a verdict
 * @param objectives what a request has to meet, for the shares and the goodput; absent for the
 *     defaults
 * @param vary the one fact in which candidate and baseline are meant to differ
 * @param inconclusivePasses whether a rule that cannot be judged lets the release through
 * @param rules at least one
 */
public record Gate(
    String name,
    int repeats,
    Optional<Objectives> objectives,
    Optional<Fact> vary,
    boolean inconclusivePasses,
    List<Rule> rules) {
  /** Fewer repeats than this give no interval of a median. */
  static final int REPEATS = 5;

  public Gate {
    rules = List.copyOf(rules);
  }

  /** Whether some rule needs a baseline. */
  public boolean needsBaseline() {
    return rules.stream().anyMatch(rule -> rule.bound().isRelative());
  }

  /**
   * Reads a gate's file.
   *
   * @throws InputException with everything that is wrong with it
   */
  public static Gate read(Path file) throws IOException {
    List<String> errors = new ArrayList<>();
    YamlSection root = YamlSection.read(file, errors);
    root.only(List.of("gate", "repeats", "slo", "vary", "inconclusive", "rules"));
    Optional<String> name = root.text("gate");
    int repeats = root.whole("repeats", 1, 1000).orElse(REPEATS);
    Optional<Fact> vary =
        root.has("vary") ? root.word("vary", Fact.words()).flatMap(Fact::of) : Optional.empty();
    boolean passes =
        root.wordOr("fails", "inconclusive", List.of("fails", "passes"))
            .filter("passes"::equals)
            .isPresent();
    Optional<Objectives> objectives = root.has("slo") ? objectives(root) : Optional.empty();
    List<Rule> rules = new ArrayList<>();
    YamlSection lines = root.section("rules");
    for (String key : lines.keys()) {
      RuleReader.read(key, lines.section(key)).ifPresent(rules::add);
    }
    if (lines.keys().isEmpty()) {
      root.error("rules", "has no rule, expected at least one");
    }
    if (!errors.isEmpty()) {
      throw new InputException(file, "is no gate: " + String.join("; ", errors));
    }
    return new Gate(name.orElseThrow(), repeats, objectives, vary, passes, rules);
  }

  private static Optional<Objectives> objectives(YamlSection root) {
    YamlSection slo = root.section("slo");
    List<String> known = List.of("ttft", "itl", "e2e");
    slo.only(known);
    Map<Objective, Long> limits = new EnumMap<>(Objective.class);
    for (Objective objective : Objective.values()) {
      if (!slo.has(objective.word())) {
        continue;
      }
      Optional<Duration> limit =
          slo.scalar(objective.word()).flatMap(TypedText::duration).filter(d -> !d.isZero());
      if (limit.isEmpty()) {
        slo.error(objective.word(), "is no duration over 0, expected such as 1s or 50ms");
      }
      limit.ifPresent(d -> limits.put(objective, d.toNanos()));
    }
    if (slo.keys().isEmpty()) {
      root.error("slo", "is empty, expected at least one of ttft, itl and e2e");
    }
    return limits.isEmpty() ? Optional.empty() : Optional.of(new Objectives(limits));
  }
}
