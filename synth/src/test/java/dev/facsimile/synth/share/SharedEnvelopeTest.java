package dev.facsimile.synth.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class SharedEnvelopeTest {

  @Test
  void aBurstBesideNextToNothingStaysABurst() {
    assertEquals(
        List.of(4.5, 400.0, 4.5, 11.0, 4.5),
        SharedEnvelope.of(List.of(3.0, 400.0, 2.5, 11.0, 8.0), 1, 11));
  }

  @Test
  void windowsInARowAreJoinedUntilTheyHaveTheCount() {
    // The last one has it not, and goes with those before it.
    assertEquals(
        List.of(6.0, 6.0, 4.0, 4.0, 4.0, 4.0, 50.0),
        SharedEnvelope.of(List.of(5.0, 7.0, 4.0, 4.0, 5.0, 3.0, 50.0), 1, 11));
  }

  @Test
  void whatIsLeftOverAloneIsToldWithTheLowestRate() {
    assertEquals(
        List.of(60.0, 7.0, 50.0, 7.0), SharedEnvelope.of(List.of(60.0, 2.0, 50.0, 12.0), 1, 11));
  }

  @Test
  void aLastWindowThatIsCutHasTheRequestsOfItsPart() {
    // 12 in a whole window are 6 in half of one; with 9 in a whole one, 15 in one and a half.
    assertEquals(List.of(50.0, 10.0, 10.0), SharedEnvelope.of(List.of(50.0, 9.0, 12.0), 0.5, 11));
  }

  @Test
  void everyNumberTellsOfTheCountWhateverTheWindowsAre() {
    UniformRandomProvider random = new SeededStreams(6).stream("windows");
    for (int i = 0; i < 200; i++) {
      double most = random.nextDouble() < 0.5 ? 2 : 40;
      List<Double> source =
          IntStream.range(0, 30).mapToObj(w -> Math.rint(random.nextDouble() * most)).toList();

      List<Double> told = SharedEnvelope.of(source, 1, 11);

      Map<Double, Double> behind = new TreeMap<>();
      for (int w = 0; w < source.size(); w++) {
        behind.merge(told.get(w), source.get(w), Double::sum);
      }
      assertTrue(behind.values().stream().allMatch(sum -> sum >= 11), () -> source + " as " + told);
      assertEquals(sum(source), sum(told), 0.0005 * source.size());
    }
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(x -> x).sum();
  }
}
