package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Populations whose prosecutor risk and unicity are known exactly. */
class SinglingOutTest {
  private static final int UNITS = 50;

  private static List<Double> unicity(RiskReport report, Unicity.Known known) {
    return report.unicity().get(known.ordinal()).after().curve().stream()
        .map(point -> point.singledOut().value())
        .toList();
  }

  @Test
  void requestsThatAreAllDifferentAreAllFound() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < UNITS; i++) {
      rows.add(0, new Row().tokens(100 + i, 7));
    }
    RiskReport report = rows.report();
    assertEquals(1, report.prosecutor().after().max());
    assertEquals(1, report.prosecutor().after().mean());
    assertEquals(1, report.prosecutor().after().belowK().value());
    assertEquals(1, report.lengthPairs().orElseThrow().after().unique().value());
    assertEquals(List.of("input_tokens", "output_tokens"), report.prosecutor().after().on());
    assertEquals(List.of(1.0), unicity(report, Unicity.Known.BOTH));
  }

  @Test
  void requestsThatAreAllEqualHideInTheWholeCrowd() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < UNITS; i++) {
      rows.add(0, new Row().tokens(100 + i, 7), new Row().tokens(100, 7));
    }
    RiskReport report = rows.report();
    assertEquals(1, report.prosecutor().before().max());
    assertEquals(1.0 / UNITS, report.prosecutor().after().max(), 1e-12);
    assertEquals(1.0 / UNITS, report.prosecutor().after().mean(), 1e-12);
    assertEquals(0, report.prosecutor().after().belowK().value());
    assertEquals(0, report.lengthPairs().orElseThrow().after().belowK().value());
    assertEquals(List.of(0.0), unicity(report, Unicity.Known.BOTH));
  }

  /** 300 × 300 pairs: with a weak mix of the lengths some of them would fall together. */
  @Test
  void noTwoPairsOfLengthsAreTakenForOne() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 300; j++) {
        rows.add(0, new Row().tokens(i, j));
      }
    }
    assertEquals(90_000, rows.report().prosecutor().after().classes());
  }

  @Test
  void aTenantIsKnownByTheSetOfModelsThatItUses() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < 12; tenant++) {
      // The order and the number of requests do not matter.
      rows.add(tenant, new Row().model(tenant % 2 == 0 ? "a" : "b"));
      rows.add(tenant, new Row().model(tenant % 2 == 0 ? "b" : "a"));
    }
    rows.add(0, new Row().model("c"));
    ProsecutorRisk risk = rows.report().prosecutor().after();
    assertEquals(2, risk.classes());
    assertEquals(1, risk.max());
    assertEquals(2.0 / 12, risk.mean(), 1e-12);
    assertEquals(1.0 / 12, risk.belowK().value(), 1e-12);
    assertEquals(List.of("model"), risk.on());
  }

  /** Each of 8 × 8 tenants has one length of 8 and another of 8; no pair of them twice. */
  @Test
  void twoRequestsSingleOutWhomOneDoesNot() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < 64; tenant++) {
      rows.add(tenant, new Row().tokens(100 + tenant % 8, 7));
      rows.add(tenant, new Row().tokens(200 + tenant / 8, 7));
    }
    assertEquals(List.of(0.0, 1.0), unicity(rows.report(), Unicity.Known.BOTH));
  }

  @Test
  void theHourOfARequestCounts() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < UNITS; tenant++) {
      rows.add(tenant, new Row().at(3_600L * tenant), new Row().at(tenant));
    }
    BeforeAfter<Unicity> curve = rows.report().unicity().get(0);
    assertEquals(1, curve.before().curve().get(0).singledOut().value());
    assertEquals(0, curve.after().curve().get(0).singledOut().value());
  }

  @Test
  void theOutputLengthCountsOnlyForWhoKnowsIt() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < UNITS; tenant++) {
      rows.add(tenant, new Row().tokens(100, tenant));
    }
    assertEquals(List.of(0.0), unicity(rows.report(), Unicity.Known.INPUT));
    assertEquals(List.of(1.0), unicity(rows.report(), Unicity.Known.BOTH));
  }

  @Test
  void samplesAreBoundedAndSayTheirSize() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < 5_000; i++) {
      rows.add(0, new Row().tokens(i / 2, 7));
    }
    Estimate share = rows.report().unicity().get(1).after().curve().get(0).singledOut();
    assertEquals(Unicity.SAMPLE, share.sample());
    assertEquals(0, share.value());
    assertTrue(share.high() < 0.002, share.toString());
  }
}
