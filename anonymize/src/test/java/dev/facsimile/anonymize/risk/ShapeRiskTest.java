package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** Dominance, the clock, what is left behind, and what is lost. */
class ShapeRiskTest {
  private final UniformRandomProvider random = new SeededStreams(3).stream("shape test");

  @Test
  void theLargestTenantsAreToldWithTheirLeeway() {
    Measured rows = new Measured(DataUnit.TENANT);
    int[] requests = {60, 25, 10, 5};
    for (int tenant = 0; tenant < requests.length; tenant++) {
      for (int i = 0; i < requests[tenant]; i++) {
        rows.add(tenant, new Row().tokens(tenant == 3 ? 10_000 : 10, 1));
      }
    }
    Dominance dominance = rows.report().dominance().orElseThrow();
    assertEquals(0.60, dominance.requests().top1(), 1e-12);
    assertEquals(0.85, dominance.requests().top2(), 1e-12);
    // (100 − 60 − 25) ÷ 60
    assertEquals(0.25, dominance.requests().leeway(), 1e-12);
    assertEquals(50_000.0 / 50_950, dominance.largestTop1(), 1e-12);
  }

  /** Arrivals at random, and the same moved by an hour: the origin hides nothing. */
  @Test
  void aShiftedClockIsAligned() {
    Measured rows = new Measured(DataUnit.REQUEST);
    long second = 0;
    for (int i = 0; i < 2_000; i++) {
      second += random.nextInt(4);
      rows.add(0, new Row().at(second + 3_600), new Row().at(second));
    }
    assertEquals(1, rows.report().clock().get(0).peak().value(), 1e-9);
    assertEquals(List.of(1, 10, 60), windows(rows.report()));
  }

  private static List<Integer> windows(RiskReport report) {
    return report.clock().stream().map(ClockAlignment::windowSeconds).toList();
  }

  @Test
  void anotherClockIsNot() {
    Measured rows = new Measured(DataUnit.REQUEST);
    long before = 0;
    long after = 0;
    for (int i = 0; i < 2_000; i++) {
      before += random.nextInt(4);
      after += random.nextInt(4);
      rows.add(0, new Row().at(before), new Row().at(after));
    }
    // The best of some 2,000 lags of noise over at least 1,000 windows: 4 ÷ √1,000.
    assertTrue(rows.report().clock().get(0).peak().value() < 0.2);
  }

  @Test
  void whatADetectorFindsInAReleasedValueIsCounted() {
    Measured rows = new Measured(DataUnit.REQUEST);
    rows.add(0, new Row().model("a@b.example"), new Row().model("a@b.example"));
    rows.add(0, new Row().model("plain"), new Row().model("plain"), "alice");
    Residual residual = rows.report().residual();
    // The value with a sign, and the id that is no number of ours.
    assertEquals(2, residual.findings());
    assertEquals(2, residual.texts());
  }

  @Test
  void aReleaseOfTheSameRowsLosesNothing() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < 500; i++) {
      rows.add(i % 5, new Row().at(i).tokens(i, 2 * i).model("m" + i % 3).blocks(i % 9));
    }
    FidelityLoss loss = rows.report().fidelity();
    assertEquals(List.of(), loss.losses());
    assertEquals(0, loss.inputDistance().orElseThrow());
    assertEquals(1, loss.outputTotal().orElseThrow());
    assertEquals(491.0 / 500, loss.prefixHits().orElseThrow().blocksAfter(), 1e-12);
  }

  @Test
  void aSafeButUselessReleaseSaysWhatIsGone() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < 500; i++) {
      rows.add(
          i % 5,
          new Row().at(i * i % 977).tokens(i, 2 * i).model("m" + i % 3).blocks(i % 9),
          new Row().at(2L * i).tokens(64, 2 * i).blocks(i).nameless());
    }
    List<String> losses = rows.report().fidelity().losses();
    assertTrue(losses.contains("model is gone"), losses.toString());
    assertTrue(losses.contains("who sent what is gone"), losses.toString());
    assertTrue(
        losses.stream().anyMatch(l -> l.startsWith("input lengths moved by 0.8")),
        losses.toString());
    assertTrue(
        losses.stream().anyMatch(l -> l.startsWith("the prefix cache hits 0.0 %")),
        losses.toString());
    assertTrue(losses.stream().noneMatch(l -> l.startsWith("output")), losses.toString());
  }
}
