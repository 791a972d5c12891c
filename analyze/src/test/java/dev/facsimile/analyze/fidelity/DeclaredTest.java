package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** What-ifs that a workload declares are what it is judged by. */
class DeclaredTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int SECONDS = 1800;

  @Test
  void aDeclaredRateIsAskedForAndAnUndeclaredOneIsADifference() {
    Side source = Defects.side(poisson(4000, 1, 0.5));
    Side twice = workload(poisson(8000, 2, 0.5), Declared.NOTHING.withRateFactor(2));
    Side undeclared = workload(poisson(8000, 2, 0.5), Declared.NOTHING);
    Side declaredWrongly = workload(poisson(4000, 3, 0.5), Declared.NOTHING.withRateFactor(2));

    assertEquals(Grade.A, grade(source, twice, AxisId.ENVELOPE));
    assertEquals(Grade.A, grade(source, twice, AxisId.BURST));
    assertFalse(grade(source, undeclared, AxisId.ENVELOPE).reaches(Grade.B));
    assertFalse(grade(source, declaredWrongly, AxisId.ENVELOPE).reaches(Grade.B));
  }

  @Test
  void declaredClassSharesAreAskedFor() {
    Side source = Defects.side(poisson(4000, 1, 0.5));
    Declared shares =
        Declared.NOTHING.withClassShares(new TreeMap<>(Map.of("long", 0.8, "short", 0.2)));
    Side changed = workload(poisson(4000, 2, 0.8), shares);
    Side undeclared = workload(poisson(4000, 2, 0.8), Declared.NOTHING);
    Side unchanged = workload(poisson(4000, 3, 0.5), shares);

    for (AxisId axis : List.of(AxisId.MIX, AxisId.MARGINALS, AxisId.JOINT, AxisId.ENVELOPE)) {
      assertEquals(Grade.A, grade(source, changed, axis), axis.word());
    }
    assertFalse(grade(source, undeclared, AxisId.MIX).reaches(Grade.B));
    assertFalse(grade(source, unchanged, AxisId.MIX).reaches(Grade.B));
  }

  @Test
  void aShorterDurationIsComparedWithAsMuchOfTheSource() {
    Side source = Defects.side(poisson(4000, 1, 0.5));
    List<Request> half =
        poisson(4000, 2, 0.5).stream()
            .filter(request -> request.arrivalNanos() < SECONDS / 2 * SECOND)
            .toList();
    Side shorter = workload(half, Declared.NOTHING.withDurationNanos(SECONDS / 2 * SECOND));

    assertEquals(Grade.A, grade(source, shorter, AxisId.DRIFT));
    assertFalse(grade(source, workload(half, Declared.NOTHING), AxisId.DRIFT).reaches(Grade.B));
  }

  @Test
  void aLongerDurationGoesRoundTheSource() {
    Side source = Defects.side(poisson(4000, 1, 0.5));
    List<Request> twice = new ArrayList<>(poisson(4000, 2, 0.5));
    for (Request request : poisson(4000, 3, 0.5)) {
      twice.add(request.at(request.arrivalNanos() + SECONDS * SECOND));
    }
    Side longer = workload(twice, Declared.NOTHING.withDurationNanos(2L * SECONDS * SECOND));

    assertEquals(Grade.A, grade(source, longer, AxisId.DRIFT));
  }

  @Test
  void axesThatAreMeantToDifferAreShownButNotGraded() {
    Side source = Defects.side(poisson(4000, 1, 0.5));
    Side twice = workload(poisson(8000, 2, 0.5), Declared.NOTHING.withRateFactor(2));

    FidelityReport report =
        FidelityReport.of(source, twice, List.of(AxisId.MARGINALS, AxisId.FINE_TIMING), 1);

    AxisResult.Judged fine = (AxisResult.Judged) report.axis(AxisId.FINE_TIMING).orElseThrow();
    assertFalse(fine.grade().reaches(Grade.B));
    assertEquals(Grade.A, report.grade().orElseThrow());
    String page = FidelityText.page(report);
    assertTrue(page.contains("declared, meant to differ"), page);
    assertTrue(page.contains("! rate × 2"), page);
    JsonNode json = Json.toTree(FidelityJson.of(report));
    assertTrue(json.path("meant_to_differ").toString().contains("\"fine-timing\""));
  }

  @Test
  void otherAxesMayBeNamedByTheHeader() {
    Side source = Defects.side(poisson(2000, 1, 0.5));
    Side clipped =
        workload(
            Defects.clipped(poisson(2000, 1, 0.5)), Declared.NOTHING.withAxes(List.of("tails")));

    FidelityReport report = FidelityReport.of(source, clipped, List.of(AxisId.TAILS), 1);

    assertTrue(report.grade().isEmpty());
  }

  @Test
  void aSyntheticWorkloadSaysWhatItDoesNotReproduce() {
    Side source = Defects.side(poisson(400, 1, 0.5));
    Side synthetic =
        new Side(
            "w.jsonl",
            Side.Kind.WORKLOAD,
            source.traffic(),
            0,
            OptionalLong.empty(),
            Optional.empty(),
            true,
            List.of(),
            false,
            Optional.empty(),
            Provenance.NONE,
            Declared.NOTHING,
            List.of("bursts of one tenant", "prefix reuse"),
            false,
            Optional.empty());

    FidelityReport report = FidelityReport.of(source, synthetic, List.of(AxisId.MARGINALS), 1);

    String page = FidelityText.page(report);
    assertTrue(page.contains("! other: does not reproduce bursts of one tenant"), page);
    assertTrue(FidelityPage.of(report).html().contains("bursts of one tenant"));
  }

  private static Grade grade(Side source, Side other, AxisId axis) {
    FidelityReport report = FidelityReport.of(source, other, List.of(axis), 1);
    return ((AxisResult.Judged) report.axes().get(0)).grade();
  }

  private static Side workload(List<Request> requests, Declared declared) {
    Side side = Defects.side(requests);
    return new Side(
        side.name(),
        Side.Kind.WORKLOAD,
        side.traffic(),
        0,
        OptionalLong.empty(),
        Optional.empty(),
        false,
        List.of(),
        false,
        Optional.empty(),
        Provenance.NONE,
        declared,
        List.of(),
        false,
        Optional.empty());
  }

  /** Requests of two classes of different lengths at even random times. */
  private static List<Request> poisson(int count, int seed, double shareOfLong) {
    UniformRandomProvider random = new SeededStreams(seed).stream("test declared");
    long[] arrivals = random.longs(count, 0, SECONDS * SECOND).sorted().toArray();
    List<Request> requests = new ArrayList<>();
    for (long arrival : arrivals) {
      boolean isLong = random.nextDouble() < shareOfLong;
      int input = (isLong ? 4000 : 100) + random.nextInt(1000);
      requests.add(
          Request.of("r" + requests.size(), arrival, input, 1 + random.nextInt(500))
              .inClass(isLong ? "long" : "short"));
    }
    return requests;
  }
}
