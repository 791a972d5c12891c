package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class FidelityReportTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aTraceShorterThanEightWindowsHasNoJudgedBurst() {
    FidelityReport report = report(random(400, 7), random(400, 7));

    assertEquals(
        "1 s: 7 s of common time hold fewer than 8 windows",
        notJudged(report, AxisId.BURST).reason());
    assertTrue(notJudged(report, AxisId.ENVELOPE).reason().contains("fewer than 8 windows"));
  }

  @Test
  void aClockCoarserThanEveryScaleHasNoJudgedBurst() {
    List<Request> requests = random(4000, 30_000);
    Side source = onLattice(requests, 600 * SECOND);

    FidelityReport report = FidelityReport.of(source, source, FidelityAxes.ids(), 1);

    assertTrue(notJudged(report, AxisId.BURST).reason().contains("too coarse"));
  }

  @Test
  void aClockThatTicksAMillisecondEarlyNowAndThenKeepsItsTicks() {
    List<Request> requests = random(4000, 900);
    List<Request> ticked =
        requests.stream()
            .map(
                request -> {
                  long tick = request.arrivalNanos() / (3 * SECOND);
                  return request.at(tick * 3 * SECOND - tick % 2 * 1_000_000);
                })
            .toList();

    AxisResult.Judged burst =
        (AxisResult.Judged)
            FidelityReport.of(
                    onLattice(ticked, 3 * SECOND), Defects.side(requests), List.of(AxisId.BURST), 1)
                .axes()
                .get(0);

    // The same counts, were it not for the last window of the shorter side.
    assertEquals(0, burst.effect(), 0.05);
  }

  @Test
  void anAxisThatIsNotJudgedIsNotPassed() {
    FidelityReport report =
        FidelityReport.of(
            Defects.side(random(60, 7)), Defects.side(random(60, 7)), FidelityAxes.ids(), 1);

    assertTrue(report.axes().stream().allMatch(AxisResult.NotJudged.class::isInstance));
    assertTrue(report.grade().isEmpty());
    assertFalse(report.reaches(Grade.F));
  }

  @Test
  void aClassThatTheOtherSideLacksIsNotJudgedButSeenInTheMix() {
    List<Request> source = new ArrayList<>();
    List<Request> other = new ArrayList<>();
    for (Request request : random(3000, 900)) {
      source.add(request.inClass(source.size() % 3 == 0 ? "rag" : "chat"));
      other.add(request.inClass("chat"));
    }

    FidelityReport report = report(source, other);

    assertTrue(notJudged(report, AxisId.CLASS_JOINT).reason().endsWith("of class rag"));
    AxisResult.Judged mix = (AxisResult.Judged) report.axis(AxisId.MIX).orElseThrow();
    assertEquals(33.3, Math.abs(mix.effect()), 0.1);
    assertFalse(report.reaches(Grade.C));
  }

  @Test
  void halvesAreMadeOfWholeSessions() {
    List<Request> requests = new ArrayList<>();
    for (Request request : random(1000, 900)) {
      requests.add(inSession(request, "s" + requests.size() / 5));
    }
    Traffic traffic = Traffic.of(requests);

    Splits splits = Splits.of(traffic, traffic, new SeededStreams(1));

    int[] sessions = splits.pooled(traffic.sessions(), traffic.sessions());
    TreeSet<Integer> half = new TreeSet<>();
    for (int session : splits.values(sessions, 0, Splits.Group.HALF)) {
      half.add(session);
    }
    assertEquals(100, half.size());
    for (int session : splits.values(sessions, 0, Splits.Group.OTHER_HALF)) {
      assertFalse(half.contains(session));
    }
  }

  @Test
  void aSampleOfALongSideIsOfWholeSessions() {
    List<Request> requests = new ArrayList<>();
    for (Request request : random(5000, 900)) {
      requests.add(inSession(request, "s" + requests.size() / 5));
    }
    Traffic traffic = Traffic.of(requests);

    Traffic some = traffic.sampled(2000, new SeededStreams(1));

    // 400 of 1000 sessions, give or take four standard deviations of 15.
    assertEquals(400, some.sessionCount(), 62);
    assertEquals(5 * some.sessionCount(), some.rows());
    assertSame(traffic, traffic.sampled(5000, new SeededStreams(1)));
  }

  @Test
  void aSessionThatIsMostOfTheTraceHasNoComparableHalves() {
    List<Request> requests = new ArrayList<>();
    for (Request request : random(1000, 900)) {
      requests.add(requests.size() < 500 ? inSession(request, "giant") : request);
    }

    FidelityReport report = report(requests, requests);

    assertTrue(notJudged(report, AxisId.JOINT).reason().contains("holds 50 % of its requests"));
  }

  @Test
  void theGradeIsThatOfTheWorstAxisAndNeverAnAverage() {
    List<Request> source = random(3000, 900);

    FidelityReport report = report(source, twiceTheOutput(source));

    assertEquals(Grade.A, ((AxisResult.Judged) report.axis(AxisId.BURST).orElseThrow()).grade());
    assertEquals(Grade.F, report.grade().orElseThrow());
    assertFalse(report.reaches(Grade.D));
  }

  @Test
  void equalInputsGiveEqualBytes() {
    List<Request> source = random(1500, 900);
    List<Request> other = random(1400, 900);

    assertEquals(
        Json.pretty(FidelityJson.of(report(source, other))),
        Json.pretty(FidelityJson.of(report(source, other))));
  }

  @Test
  void everyAxisOfTheJsonHasEveryKey() {
    JsonNode json = Json.toTree(FidelityJson.of(report(random(400, 7), random(400, 7))));

    assertEquals("facsimile-fidelity-report", json.path("format").asText());
    assertEquals(1, json.path("format_version").asInt());
    assertEquals(FidelityAxes.ids().size(), json.path("axes").size());
    for (JsonNode axis : json.path("axes")) {
      List<String> keys = new ArrayList<>();
      axis.fieldNames().forEachRemaining(keys::add);
      assertEquals(
          List.of("id", "status", "reason", "effect", "unit", "noise_ratio", "n_star", "detail"),
          keys);
      boolean judged = axis.path("status").asText().equals("judged");
      assertEquals(judged, axis.path("reason").isNull());
      assertEquals(judged, axis.path("noise_ratio").isNumber());
    }
  }

  @Test
  void marksOfTheOtherSideStandOnThePage() {
    Side source = Defects.side(random(400, 100));
    Side other =
        new Side(
            "w.jsonl",
            Side.Kind.WORKLOAD,
            source.traffic(),
            0,
            OptionalLong.empty(),
            Optional.empty(),
            true,
            List.of("rate doubled"),
            true,
            Provenance.NONE);

    FidelityReport report = FidelityReport.of(source, other, FidelityAxes.ids(), 1);

    String page = FidelityText.page(report);
    assertTrue(page.contains("! other: SYNTHETIC"));
    assertTrue(page.contains("! other: UNAPPROVED"));
    assertTrue(page.contains("! other: declared change: rate doubled"));
    assertTrue(FidelityPage.of(report).html().contains("SYNTHETIC"));
  }

  private static List<Request> twiceTheOutput(List<Request> requests) {
    return requests.stream()
        .map(
            r ->
                Request.of(
                    r.id(),
                    r.arrivalNanos(),
                    r.tokens().input().orElseThrow(),
                    2 * r.tokens().output().orElseThrow()))
        .toList();
  }

  private static FidelityReport report(List<Request> source, List<Request> other) {
    return FidelityReport.of(Defects.side(source), Defects.side(other), FidelityAxes.ids(), 1);
  }

  private static AxisResult.NotJudged notJudged(FidelityReport report, AxisId axis) {
    return (AxisResult.NotJudged) report.axis(axis).orElseThrow();
  }

  private static Side onLattice(List<Request> requests, long latticeNanos) {
    Side side = Defects.side(requests);
    return new Side(
        side.name(),
        side.kind(),
        side.traffic(),
        0,
        OptionalLong.of(latticeNanos),
        Optional.empty(),
        false,
        List.of(),
        false,
        Provenance.NONE);
  }

  private static Request inSession(Request request, String session) {
    return new Request(
        request.id(),
        request.arrivalNanos(),
        request.requestClass(),
        Origin.UNKNOWN,
        new Conversation(Optional.of(session), OptionalInt.empty(), Optional.empty()),
        Tokens.of(request.tokens().input().orElseThrow(), request.tokens().output().orElseThrow()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Requests at random times up to {@code seconds}, the last one there. */
  private static List<Request> random(int count, int seconds) {
    UniformRandomProvider random = new SeededStreams(count).stream("test requests");
    long[] arrivals = random.longs(count, 0, seconds * SECOND).sorted().toArray();
    arrivals[count - 1] = seconds * SECOND;
    List<Request> requests = new ArrayList<>();
    for (long arrival : arrivals) {
      int input = 1 + random.nextInt(2000);
      requests.add(Request.of("r" + requests.size(), arrival, input, 1 + random.nextInt(500)));
    }
    return requests;
  }
}
