package dev.facsimile.anonymize.risk;

import dev.facsimile.anonymize.risk.FidelityLoss.PrefixShares;
import dev.facsimile.anonymize.risk.RiskReport.Unmeasured;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sees every row raw and released, and measures. Holds 56 bytes for each row ({@link Population}
 * and the start of its prompt), 8 for each distinct released block and two bits for the hits, and
 * nothing of any text but the distinct values of categories and 4,000 ids. The report needs as much
 * again while it is made.
 */
public final class RiskMeter {
  private final RiskPlan plan;
  private final SeededStreams streams;
  private final Population population;
  private final Confirmation.Attack attack;
  private final PlantedPrompts.Watch planted;
  private final Residual.Scan residual;
  private final HitCount rawHits = new HitCount();
  private final HitCount releasedHits = new HitCount();
  private boolean blocks;

  /** A meter of what {@code plan} says. */
  public RiskMeter(RiskPlan plan) {
    this.plan = plan;
    streams = new SeededStreams(plan.seed());
    population = new Population(plan.unit());
    attack = new Confirmation.Attack(streams);
    planted = new PlantedPrompts.Watch(plan.k());
    residual = new Residual.Scan(plan.detector());
  }

  /**
   * Adds a row.
   *
   * @param before as it was
   * @param after as it is released
   * @param unit whose it is, counted from 0 without holes; any number where each request is a unit
   * @param rawBlocks small dense numbers of the raw row's blocks as far as they are released, equal
   *     where blocks are; empty where none are
   */
  public void add(TraceRow before, TraceRow after, int unit, int[] rawBlocks) {
    population.add(before, after, unit);
    attack.add(before, after);
    residual.add(after);
    after
        .request()
        .prefixBlocks()
        .ifPresent(
            released -> {
              blocks = true;
              if (population.unit != DataUnit.REQUEST) {
                planted.add(released, unit);
              }
              rawHits.add(
                  rawBlocks, before.request().tokens().input().orElse(0), plan.blockTokens());
              releasedHits.add(
                  released.stream().mapToInt(Math::toIntExact).toArray(),
                  after.request().tokens().input().orElse(0),
                  plan.blockTokens());
            });
  }

  /**
   * The report; the rows must be all added.
   *
   * @throws IllegalStateException if there are none
   */
  public RiskReport report() {
    if (population.rows() == 0) {
      throw new IllegalStateException("no row was added");
    }
    Grouped byUnit = population.byUnit();
    List<BeforeAfter<Unicity>> unicity = unicity(byUnit);
    Optional<BeforeAfter<LengthPairRisk>> lengthPairs = lengthPairs();
    Optional<Linkability> linkability =
        linkable() ? Linkability.of(population, byUnit, streams) : Optional.empty();
    List<ClockAlignment> clock = ClockAlignment.of(population.raw, population.released);
    List<InferenceGain> inference = InferenceGain.of(population, byUnit, streams);
    boolean requests = population.unit == DataUnit.REQUEST;
    RiskReport measured =
        new RiskReport(
            population.unit,
            population.units(),
            population.rows(),
            plan.k(),
            streams.seed(),
            new BeforeAfter<>(
                ProsecutorRisk.of(population, population.raw, plan.k()),
                ProsecutorRisk.of(population, population.released, plan.k())),
            lengthPairs,
            unicity,
            linkability,
            clock,
            inference,
            attack.end(),
            blocks && !requests ? Optional.of(planted.end()) : Optional.empty(),
            requests ? Optional.empty() : Optional.of(Dominance.of(population)),
            residual.of(population.released),
            FidelityLoss.of(population, prefixShares()),
            List.of());
    return measured.withUnmeasured(unmeasured(measured));
  }

  /** A unit whose rows cannot be put together has no halves that could be linked. */
  private boolean linkable() {
    return population.unit != DataUnit.REQUEST && population.unitReleased();
  }

  private List<BeforeAfter<Unicity>> unicity(Grouped byUnit) {
    return Arrays.stream(Unicity.Known.values())
        .map(
            known ->
                new BeforeAfter<>(
                    Unicity.of(
                        population, population.raw, byUnit, known, plan.knownPoints(), streams),
                    Unicity.of(
                        population,
                        population.released,
                        byUnit,
                        known,
                        plan.knownPoints(),
                        streams)))
        .toList();
  }

  private Optional<BeforeAfter<LengthPairRisk>> lengthPairs() {
    Optional<LengthPairRisk> before = LengthPairRisk.of(population.raw, plan.k());
    Optional<LengthPairRisk> after = LengthPairRisk.of(population.released, plan.k());
    return before.isPresent() && after.isPresent()
        ? Optional.of(new BeforeAfter<>(before.get(), after.get()))
        : Optional.empty();
  }

  private Optional<PrefixShares> prefixShares() {
    return blocks
        ? Optional.of(
            new PrefixShares(
                rawHits.blockShare(),
                releasedHits.blockShare(),
                rawHits.tokenShare(),
                releasedHits.tokenShare()))
        : Optional.empty();
  }

  private List<Unmeasured> unmeasured(RiskReport report) {
    List<Unmeasured> unmeasured = new ArrayList<>();
    boolean requests = population.unit == DataUnit.REQUEST;
    if (report.lengthPairs().isEmpty()) {
      unmeasured.add(new Unmeasured("length_pairs", "no row has both lengths released", true));
    }
    if (requests) {
      Stream.of("linkability", "planted", "dominance")
          .forEach(
              measure ->
                  unmeasured.add(
                      new Unmeasured(
                          measure, "all rows are one owner's: each request is a unit", true)));
    } else if (!population.unitReleased()) {
      unmeasured.add(
          new Unmeasured(
              "linkability",
              "no "
                  + population.unit.word()
                  + " is released, so that its rows cannot be put together",
              true));
    } else if (report.linkability().isEmpty()) {
      unmeasured.add(
          new Unmeasured(
              "linkability", "fewer than 2 units have " + Linkability.LEAST_ROWS + " rows", false));
    }
    if (report.clock().isEmpty()) {
      unmeasured.add(
          new Unmeasured("clock", "the trace is shorter than 20 s or its rate is constant", false));
    }
    if (report.inference().isEmpty()) {
      unmeasured.add(new Unmeasured("inference", "no attribute with two values is released", true));
    }
    return unmeasured;
  }
}
