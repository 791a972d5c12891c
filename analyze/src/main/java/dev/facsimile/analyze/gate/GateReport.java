package dev.facsimile.analyze.gate;

import dev.facsimile.analyze.compare.RunComparison;
import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.report.NumberText;
import dev.facsimile.analyze.report.Unit;
import dev.facsimile.analyze.run.Figure;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A gate judged; as JSON, the document that {@code analyze gate --json} writes.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the document's layout
 * @param methodVersion version of the definitions that the figures follow
 * @param toolVersion version of Facsimile that wrote it
 * @param gate the gate's name
 * @param verdict failed if a rule failed, else inconclusive if one was, else passed
 * @param passes whether the release goes through: inconclusive rules may or may not stop it, as the
 *     gate says
 * @param candidates the candidate's runs
 * @param baselines the baseline's runs
 * @param rules every rule, in the order of the file, after those on the runs' validity
 */
public record GateReport(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    String gate,
    Verdict verdict,
    boolean passes,
    List<String> candidates,
    List<String> baselines,
    List<RuleResult> rules) {
  /** What its JSON document calls itself. */
  public static final String FORMAT = "facsimile-gate-report";

  /** The version of its JSON document. */
  public static final int VERSION = 1;

  private static final long SEED = 1;

  /**
   * Judges runs.
   *
   * @throws dev.facsimile.trace.file.InputException if candidate and baseline cannot be compared
   */
  public static GateReport of(Gate gate, RunSet candidate, Optional<RunSet> baseline) {
    baseline.ifPresent(base -> RunComparison.requireComparable(base, candidate, gate.vary()));
    List<RuleResult> results = new ArrayList<>();
    results.add(validity("candidate", candidate));
    baseline.ifPresent(base -> results.add(validity("baseline", base)));
    for (Rule rule : gate.rules()) {
      results.add(judge(gate, rule, candidate, baseline));
    }
    Verdict verdict = worst(results);
    return new GateReport(
        FORMAT,
        VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        gate.name(),
        verdict,
        verdict == Verdict.PASSED || verdict == Verdict.INCONCLUSIVE && gate.inconclusivePasses(),
        names(candidate),
        baseline.map(GateReport::names).orElse(List.of()),
        results);
  }

  private static List<String> names(RunSet set) {
    return set.runs().stream().map(RunAnalysis::name).toList();
  }

  private static Verdict worst(List<RuleResult> results) {
    Verdict worst = Verdict.PASSED;
    for (RuleResult result : results) {
      if (result.verdict() == Verdict.FAILED) {
        return Verdict.FAILED;
      }
      worst = result.verdict() == Verdict.INCONCLUSIVE ? Verdict.INCONCLUSIVE : worst;
    }
    return worst;
  }

  /** Runs whose figures are in part the client's own, or that were cut short, decide nothing. */
  private static RuleResult validity(String side, RunSet set) {
    List<String> wrong = new ArrayList<>();
    for (RunAnalysis run : set.runs()) {
      if (run.verdict() == RunManifest.Verdict.CLIENT_BOUND) {
        wrong.add(run.name() + " is CLIENT-BOUND");
      }
      if (run.manifest().state() == RunManifest.State.PARTIAL) {
        wrong.add(run.name() + " was interrupted");
      }
    }
    return new RuleResult(
        side + " runs are valid",
        "client verdict and state",
        "no run CLIENT-BOUND or interrupted",
        wrong.isEmpty() ? Verdict.PASSED : Verdict.FAILED,
        wrong.isEmpty() ? set.runs().size() + " runs" : String.join(", ", wrong),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  private static RuleResult judge(
      Gate gate, Rule rule, RunSet candidate, Optional<RunSet> baseline) {
    Optional<String> missing = missing(gate, rule, candidate, "candidate");
    if (missing.isEmpty() && rule.bound().isRelative()) {
      missing =
          baseline
              .map(base -> missing(gate, rule, base, "baseline"))
              .orElse(Optional.of("no baseline was given"));
    }
    if (missing.isPresent()) {
      return RuleResult.plain(rule, Verdict.INCONCLUSIVE, missing.get());
    }
    List<Figure> figures = candidate.figures(rule.slice(), rule.figure());
    MedianOf found = median(figures);
    Optional<double[]> base =
        baseline
            .map(set -> set.figures(rule.slice(), rule.figure()))
            .filter(list -> !list.isEmpty())
            .map(GateReport::values);
    MedianOf baseMedian =
        rule.bound().isRelative()
            ? median(baseline.orElseThrow().figures(rule.slice(), rule.figure()))
            : found;
    if (rule.bound().isRelative() && baseMedian.low() <= 0 && !isPoints(rule.bound())) {
      return RuleResult.plain(
          rule, Verdict.INCONCLUSIVE, "the baseline's figure is 0: nothing is so much above it");
    }
    Judge.Judged judged = Judge.judge(rule.bound(), found, baseMedian);
    Optional<Judge.FalseAlarms> alarms =
        base.filter(values -> values.length >= Gate.REPEATS)
            .map(
                values ->
                    Judge.falseAlarms(
                        rule.bound(),
                        figures.size(),
                        values,
                        new SeededStreams(SEED).stream("gate-" + rule.name())));
    return new RuleResult(
        rule.name(),
        rule.subject(),
        rule.written(),
        judged.verdict(),
        sentence(rule, judged, found, base, figures.get(0).unit()),
        OptionalDouble.of(found.value()),
        base.isPresent()
            ? OptionalDouble.of(MedianOf.of(base.get()).value())
            : OptionalDouble.empty(),
        alarms.isPresent() ? OptionalDouble.of(alarms.get().fails()) : OptionalDouble.empty(),
        alarms.isPresent()
            ? OptionalDouble.of(alarms.get().inconclusive())
            : OptionalDouble.empty());
  }

  private static boolean isPoints(Bound bound) {
    return bound instanceof Bound.AboveBaseline a && a.points()
        || bound instanceof Bound.BelowBaseline b && b.points();
  }

  /** Why a rule cannot be judged on a side, if it cannot. */
  private static Optional<String> missing(Gate gate, Rule rule, RunSet set, String side) {
    int runs = set.runs().size();
    if (runs < gate.repeats()) {
      return Optional.of(
          "the " + side + " has " + runs + " runs, the gate needs " + gate.repeats());
    }
    List<Figure> figures = set.figures(rule.slice(), rule.figure());
    if (figures.size() < runs) {
      return Optional.of(
          runs - figures.size() + " of the " + side + "'s " + runs + " runs have no such figure");
    }
    long thin = figures.stream().filter(figure -> !figure.enough()).count();
    return thin == 0
        ? Optional.empty()
        : Optional.of(
            thin
                + " of the "
                + side
                + "'s "
                + runs
                + " runs have too few requests for it ("
                + figures.get(0).n()
                + " in the first)");
  }

  private static MedianOf median(List<Figure> figures) {
    if (figures.size() == 1) {
      Figure one = figures.get(0);
      return one.low().isEmpty() && one.high().isEmpty()
          ? new MedianOf(one.value(), one.value(), one.value())
          : Judge.single(one.value(), one.low(), one.high());
    }
    return MedianOf.of(values(figures));
  }

  private static double[] values(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).toArray();
  }

  private static String sentence(
      Rule rule, Judge.Judged judged, MedianOf found, Optional<double[]> base, Unit unit) {
    if (!rule.bound().isRelative()) {
      return unit.text(found.value())
          + " ("
          + unit.text(found.low())
          + " – "
          + (Double.isInfinite(found.high()) ? "?" : unit.text(found.high()))
          + ")";
    }
    boolean points = isPoints(rule.bound());
    return unit.text(found.value())
        + " against "
        + unit.text(MedianOf.of(base.orElseThrow()).value())
        + ": "
        + signed(judged.found(), points)
        + " ("
        + signed(judged.low(), points)
        + " – "
        + signed(judged.high(), points)
        + ")";
  }

  private static String signed(double value, boolean points) {
    return (value > 0 ? "+" : "") + NumberText.number(value * 100) + (points ? " points" : " %");
  }

  /** The rules that stop the release. */
  public List<String> failingLines() {
    return rules.stream()
        .filter(rule -> rule.verdict() != Verdict.PASSED)
        .map(
            rule ->
                rule.verdict().word().toUpperCase(Locale.ROOT)
                    + " "
                    + rule.name()
                    + ": "
                    + rule.subject()
                    + " "
                    + rule.bound()
                    + "; "
                    + NumberText.plain(rule.found()))
        .toList();
  }
}
