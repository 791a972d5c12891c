package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class ImpactAxisTest {

  @Test
  void azuresConversationsNeed47And44Slots() throws IOException {
    List<Request> conv = RealTraces.azureConv();

    AxisResult.Judged impact = judged(conv, conv);

    // The design page's own figures for this queue.
    assertEquals(47, impact.parts().get(0).source().orElseThrow());
    assertEquals(44, impact.parts().get(1).source().orElseThrow());
    assertEquals(0, impact.noiseRatio());
  }

  @Test
  void poissonArrivalsOfTheCodeTraceNeedFarFewerSlots() throws IOException {
    List<Request> code = RealTraces.azureCode();

    AxisResult.Judged impact = judged(code, Defects.poisson(code));

    assertTrue(impact.noiseRatio() > 1.5, "R " + impact.noiseRatio());
    // The design page has -81 to -85 % on the full trace, of which this is the first half.
    assertEquals(-85, impact.effect(), 5);
  }

  @Test
  void aTraceOfFewRequestsIsNotJudged() throws IOException {
    List<Request> few = RealTraces.azureConv().subList(0, 300);

    AxisResult result =
        FidelityReport.of(Defects.side(few), Defects.side(few), List.of(AxisId.IMPACT), 1)
            .axes()
            .get(0);

    assertEquals(
        "over the common time a side has 300 requests, expected 500 or more",
        ((AxisResult.NotJudged) result).reason());
  }

  @Test
  void theLeastSlotsAreFoundFromEveryGuess() {
    SlotQueue queue = queue(400);
    int least = 1;
    while (tooMany(queue, least, 0.5)) {
      least++;
    }

    for (int guess : new int[] {1, 2, least - 1, least, least + 1, 300}) {
      assertEquals(least, queue.leastSlots(new double[] {0.5}, guess)[0], "guess " + guess);
    }
  }

  @Test
  void bothLimitsTogetherNeedWhatEachNeedsAlone() {
    SlotQueue queue = queue(3000);

    int[] together = queue.leastSlots(new double[] {0.2, 1}, queue.likelySlots());

    assertEquals(queue.leastSlots(new double[] {0.2}, 1)[0], together[0]);
    assertEquals(queue.leastSlots(new double[] {1}, 1)[0], together[1]);
    assertTrue(together[0] > together[1], Arrays.toString(together));
  }

  private static SlotQueue queue(int size) {
    UniformRandomProvider random = new SeededStreams(11).stream("test queue");
    long[] arrivals = random.longs(size, 0, 60_000_000_000L).sorted().toArray();
    float[] services = new float[size];
    for (int i = 0; i < size; i++) {
      services[i] = random.nextFloat(0.1f, 3);
    }
    return new SlotQueue(arrivals, services, size);
  }

  /** Whether more than 1 % wait too long, slot by slot. */
  private static boolean tooMany(SlotQueue queue, int slots, double limit) {
    double[] free = new double[slots];
    int late = 0;
    for (int i = 0; i < queue.size(); i++) {
      Arrays.sort(free);
      double arrival = queue.arrivals()[i] / 1e9;
      double start = Math.max(free[0], arrival);
      late += start - arrival > limit ? 1 : 0;
      free[0] = start + queue.services()[i];
    }
    return late > queue.size() / 100;
  }

  private static AxisResult.Judged judged(List<Request> source, List<Request> other) {
    return (AxisResult.Judged)
        FidelityReport.of(Defects.side(source), Defects.side(other), List.of(AxisId.IMPACT), 1)
            .axes()
            .get(0);
  }
}
