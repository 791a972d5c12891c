package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class MemorizationTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aCopyInAnotherOrderIsSeenByItsRequests() {
    List<Request> source = random(2000, 1);

    AxisResult.Judged axis = judge(source, Defects.rowsShuffled(source), Training.ON_SOURCE);

    assertFalse(axis.grade().reaches(Grade.C));
    assertTrue(part(axis, "requests repeated").noiseRatio() > 5);
  }

  @Test
  void aCopyWithJitteredLengthsIsSeenByItsNeighbours() {
    List<Request> source = random(2000, 1);
    UniformRandomProvider random = new SeededStreams(5).stream("jitter");
    List<Request> jittered = new ArrayList<>();
    for (Request request : source) {
      jittered.add(
          Request.of(
              request.id(),
              request.arrivalNanos(),
              request.tokens().input().orElseThrow() + 1 + random.nextInt(2),
              request.tokens().output().orElseThrow()));
    }

    AxisResult.Judged axis = judge(source, jittered, Training.ON_SOURCE);

    assertTrue(part(axis, "closer to").noiseRatio() > 1.2, axis::toString);
  }

  @Test
  void fewShortTemplatesThatEveryTraceRepeatsAreNotCopying() {
    List<Request> source = templates(2000, 1);
    List<Request> other = templates(2000, 2);

    AxisResult.Judged axis = judge(source, other, Training.ON_SOURCE);

    assertEquals(0, axis.noiseRatio(), 0.5);
    assertTrue(axis.notes().stream().anyMatch(note -> note.contains("too alike")));
  }

  @Test
  void anotherSampleOfTheSameTrafficIsNotCopying() {
    assertEquals(0, judge(random(2000, 1), random(2000, 2), Training.ON_SOURCE).noiseRatio(), 0.5);
  }

  @Test
  void aModelOfTheFittedHalfThatRepeatsItIsSeenAgainstTheHeldOutHalf() {
    List<Request> fitted = random(2000, 1);
    List<Request> heldOut = random(2000, 2);
    Training training = Training.on(Defects.side(fitted));

    assertEquals(0, judge(heldOut, random(2000, 3), training).noiseRatio(), 0.5);
    AxisResult.Judged copied = judge(heldOut, Defects.rowsShuffled(fitted), training);
    assertFalse(copied.grade().reaches(Grade.C));
    assertTrue(part(copied, "closer to").source().orElseThrow() == 50);
    assertTrue(part(copied, "closer to").other().orElseThrow() > 95);
  }

  @Test
  void oneCanaryThatComesBackIsTooMany() {
    List<Request> canaries =
        List.of(Request.of("c1", 0, 50_021, 1_937), Request.of("c2", 0, 50_033, 1_949));
    Training planted = new Training(Optional.empty(), Optional.of(Defects.side(canaries)));
    List<Request> other = new ArrayList<>(random(2000, 2));

    assertEquals(0, part(judge(random(2000, 1), other, planted), "canaries").noiseRatio());
    other.add(Request.of("r", 900 * SECOND, 50_033, 1_949));
    assertEquals(5, part(judge(random(2000, 1), other, planted), "canaries").noiseRatio(), 1e-9);
  }

  @Test
  void aWorkloadHasBlockIdsOfItsOwn() {
    Side source = Defects.side(withBlocks(random(1000, 1), 0));
    Side own = workload(withBlocks(random(1000, 2), 1 << 20));
    Side taken = workload(withBlocks(random(1000, 2), 0));

    assertEquals(0, part(judge(source, own), "block ids").noiseRatio());
    assertTrue(part(judge(source, taken), "block ids").noiseRatio() > 20);
  }

  private static AxisResult.Part part(AxisResult.Judged axis, String name) {
    return axis.parts().stream().filter(p -> p.what().startsWith(name)).findFirst().orElseThrow();
  }

  private static AxisResult.Judged judge(
      List<Request> source, List<Request> other, Training training) {
    return judged(
        FidelityReport.of(
            Defects.side(source), Defects.side(other), training, List.of(AxisId.MEMORIZATION), 1));
  }

  private static AxisResult.Judged judge(Side source, Side other) {
    return judged(FidelityReport.of(source, other, List.of(AxisId.MEMORIZATION), 1));
  }

  private static AxisResult.Judged judged(FidelityReport report) {
    return (AxisResult.Judged) report.axes().get(0);
  }

  private static Side workload(List<Request> requests) {
    return new Side(
        "w.jsonl",
        Side.Kind.WORKLOAD,
        Traffic.of(requests),
        0,
        OptionalLong.empty(),
        Optional.empty(),
        false,
        List.of(),
        false,
        Provenance.NONE);
  }

  private static List<Request> withBlocks(List<Request> requests, long firstId) {
    List<Request> changed = new ArrayList<>();
    for (Request request : requests) {
      long id = firstId + changed.size();
      changed.add(request.withBlocks(Optional.of(BlockIds.of(firstId, id + 1))));
    }
    return changed;
  }

  /** Requests of many lengths. */
  private static List<Request> random(int count, int seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("test memorization");
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int input = (int) Math.exp(4 + 5 * random.nextDouble());
      int output = (int) Math.exp(2 + 4 * random.nextDouble());
      requests.add(Request.of("r" + i, i * SECOND, input, output));
    }
    return requests;
  }

  /** Requests of six templates only, in runs. */
  private static List<Request> templates(int count, int seed) {
    UniformRandomProvider random = new SeededStreams(seed).stream("test templates");
    List<Request> requests = new ArrayList<>();
    int template = 0;
    for (int i = 0; i < count; i++) {
      template = random.nextInt(4) == 0 ? random.nextInt(6) : template;
      requests.add(Request.of("r" + i, i * SECOND, 20 + template, 1));
    }
    return requests;
  }
}
