package dev.facsimile.analyze.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.facsimile.analyze.run.Figure;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Two sides compared; as JSON, the document that {@code analyze compare --json} writes.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the document's layout
 * @param methodVersion version of the definitions that the figures follow
 * @param toolVersion version of Facsimile that wrote it
 * @param base name of the first side
 * @param baseRuns its runs
 * @param other name of the second side
 * @param otherRuns its runs
 * @param varied the one fact that is meant to differ
 * @param facts what each side says of every fact: the first side, then the second
 * @param doubts why figures should be read with care
 * @param answers whether the answers changed
 * @param networkShare where the network path is what varies: (other's TTFT p50 − base's) ÷ the
 *     larger of the two
 * @param differences of the whole runs
 * @param slices of each slice that both sides have
 */
public record RunComparison(
    String format,
    int formatVersion,
    int methodVersion,
    String toolVersion,
    String base,
    List<String> baseRuns,
    String other,
    List<String> otherRuns,
    Optional<Fact> varied,
    Map<Fact, List<String>> facts,
    List<String> doubts,
    AnswerChange answers,
    OptionalDouble networkShare,
    List<Difference> differences,
    List<Difference> slices) {
  /** What its JSON document calls itself. */
  public static final String FORMAT = "facsimile-run-comparison";

  /** The version of its JSON document. */
  public static final int VERSION = 1;

  private static final List<String> FIGURES =
      List.of(
          "slo_share",
          "goodput_per_second",
          "completed_share",
          "error_share",
          "output_tokens_per_second",
          "ttft_from_schedule.p50",
          "ttft_from_schedule.p90",
          "ttft_from_schedule.p95",
          "ttft_from_schedule.p99",
          "ttft_from_dispatch.p50",
          "ttft_from_dispatch.p90",
          "ttft_from_dispatch.p95",
          "ttft_from_dispatch.p99",
          "itl.p50",
          "itl.p90",
          "itl.p99",
          "e2e_from_dispatch.p50",
          "e2e_from_dispatch.p90",
          "e2e_from_dispatch.p99",
          "gaps.p99",
          "output_tokens.mean",
          "cached_share",
          "output_tokens_per_joule",
          "cost_per_million_output_tokens");

  private static final List<String> SLICE_FIGURES =
      List.of(
          "slo_share",
          "ttft_from_schedule.p50",
          "ttft_from_schedule.p90",
          "ttft_from_schedule.p99",
          "itl.p50",
          "itl.p99",
          "e2e_from_dispatch.p50",
          "e2e_from_dispatch.p99");

  /**
   * Compares two sides.
   *
   * @param varied the one fact that is meant to differ
   * @throws InputException if another fact differs: the comparison would be of that
   */
  public static RunComparison of(RunSet base, RunSet other, Optional<Fact> varied) {
    Map<Fact, List<String>> facts = requireComparable(base, other, varied);
    List<String> doubts = new ArrayList<>(base.doubts());
    doubts.addAll(other.doubts());
    return new RunComparison(
        FORMAT,
        VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        base.name(),
        base.runs().stream().map(run -> run.name()).toList(),
        other.name(),
        other.runs().stream().map(run -> run.name()).toList(),
        varied,
        facts,
        doubts,
        AnswerChange.of(base, other),
        varied.equals(Optional.of(Fact.NETWORK_PATH))
            ? networkShare(base, other)
            : OptionalDouble.empty(),
        differences(base, other, Optional.empty(), FIGURES),
        slices(base, other));
  }

  /**
   * Refuses a comparison of what cannot be compared.
   *
   * @return what each side says of every fact
   * @throws InputException if a fact differs that is not the varied one
   */
  public static Map<Fact, List<String>> requireComparable(
      RunSet base, RunSet other, Optional<Fact> varied) {
    Map<Fact, List<String>> facts = new LinkedHashMap<>();
    Set<Fact> allowed = new LinkedHashSet<>();
    varied.ifPresent(fact -> allowed.addAll(fact.implied()));
    List<String> wrong = new ArrayList<>();
    for (Fact fact : Fact.values()) {
      String one = base.fact(fact);
      String two = other.fact(fact);
      facts.put(fact, List.of(one, two));
      if (!one.equals(two) && !allowed.contains(fact)) {
        wrong.add(fact.sentence() + " (" + fact.word() + "): " + one + " and " + two);
      }
    }
    if (!wrong.isEmpty()) {
      throw new InputException(
          base.name()
              + " and "
              + other.name()
              + " differ in "
              + String.join("; in ", wrong)
              + ", which invalidates a comparison; --vary NAME declares the one intended"
              + " difference");
    }
    return facts;
  }

  private static OptionalDouble networkShare(RunSet base, RunSet other) {
    List<Figure> one = base.figures(Optional.empty(), "ttft_from_dispatch.p50");
    List<Figure> two = other.figures(Optional.empty(), "ttft_from_dispatch.p50");
    if (one.isEmpty() || two.isEmpty()) {
      return OptionalDouble.empty();
    }
    double a = Estimate.of(one).value();
    double b = Estimate.of(two).value();
    return OptionalDouble.of(Math.abs(b - a) / Math.max(a, b));
  }

  private static List<Difference> differences(
      RunSet base, RunSet other, Optional<String> slice, List<String> names) {
    List<Difference> differences = new ArrayList<>();
    for (String name : names) {
      List<Figure> one = base.figures(slice, name);
      List<Figure> two = other.figures(slice, name);
      if (!one.isEmpty() && !two.isEmpty()) {
        differences.add(Difference.of(slice, one, two));
      }
    }
    return differences;
  }

  private static List<Difference> slices(RunSet base, RunSet other) {
    List<Difference> all = new ArrayList<>();
    Set<String> both = base.slices();
    both.retainAll(other.slices());
    for (String key : both) {
      all.addAll(differences(base, other, Optional.of(key), SLICE_FIGURES));
    }
    return all;
  }

  /** Differences of slices that have an interval. */
  @JsonIgnore
  long judgedSlices() {
    return slices.stream().filter(d -> d.verdict() != Difference.Verdict.UNKNOWN).count();
  }

  /** Differences of slices whose interval leaves out 0, the largest first. */
  @JsonIgnore
  List<Difference> toldSlices() {
    return slices.stream()
        .filter(Difference::isTold)
        .sorted((a, b) -> Double.compare(size(b), size(a)))
        .toList();
  }

  private static double size(Difference difference) {
    return Math.abs(difference.relative().orElse(Double.MAX_VALUE));
  }
}
