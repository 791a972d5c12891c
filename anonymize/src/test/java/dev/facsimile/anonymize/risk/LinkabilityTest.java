package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import dev.facsimile.trace.random.SeededStreams;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class LinkabilityTest {
  private static final int TENANTS = 60;
  private static final int ROWS = 40;

  @Test
  void tenantsWithHabitsOfTheirOwnFindThemselvesAgain() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < TENANTS * ROWS; i++) {
      int tenant = i % TENANTS;
      rows.add(tenant, new Row().at(i).tokens(50 * (tenant + 1), 5).model("model-" + tenant % 7));
    }
    Linkability found = rows.report().linkability().orElseThrow();
    // Two of 60 may fall into the same cell of the 256 for exact lengths.
    assertTrue(found.success().value() > 0.95, found.toString());
    assertEquals(1.0 / TENANTS, found.control(), 1e-12);
    assertTrue(found.gain().low() > 0.85, found.toString());
  }

  /** All tenants draw from one distribution, so that nothing but chance links their halves. */
  @Test
  void tenantsThatAreAllAlikeDoNot() {
    UniformRandomProvider random = new SeededStreams(7).stream("alike");
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < TENANTS * ROWS; i++) {
      rows.add(
          i % TENANTS, new Row().at(i).tokens(100 + random.nextInt(2_000), random.nextInt(300)));
    }
    Estimate gain = rows.report().linkability().orElseThrow().gain();
    assertTrue(gain.low() <= 0 && gain.high() >= 0, gain.toString());
    // A 95 % interval of 0 of 60 reaches to 0.06; a few lucky picks more.
    assertTrue(gain.high() < 0.2, gain.toString());
  }

  @Test
  void tenantsWithoutAnyDifferenceAreLinkedByChanceAlone() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < TENANTS * ROWS; i++) {
      rows.add(i % TENANTS, new Row().at(i));
    }
    assertEquals(0, rows.report().linkability().orElseThrow().gain().value(), 1e-9);
  }

  @Test
  void rowsThatNobodyCanPutTogetherAreNotLinked() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < TENANTS * ROWS; i++) {
      rows.add(i % TENANTS, new Row().at(i), new Row().at(i).nameless());
    }
    RiskReport report = rows.report();
    assertTrue(report.linkability().isEmpty());
    assertTrue(report.unmeasured("linkability").orElseThrow().inherent());
  }

  @Test
  void tooFewRowsAreNoEvidenceOfSafety() {
    RiskReport report = new Measured(DataUnit.TENANT).add(0, new Row()).add(1, new Row()).report();
    assertFalse(report.unmeasured("linkability").orElseThrow().inherent());
  }
}
