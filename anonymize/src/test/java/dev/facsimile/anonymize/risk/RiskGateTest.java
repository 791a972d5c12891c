package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RiskGateTest {
  private static RiskReport uniqueRequests() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < 30; i++) {
      rows.add(0, new Row().at(i).tokens(i, 7));
    }
    return rows.report();
  }

  @Test
  void aFigureOverItsBoundIsAMissInOneSentence() {
    RiskGate gate = RiskGate.of(uniqueRequests(), Map.of(RiskBound.MAX_PROSECUTOR, 0.09));
    assertEquals(
        List.of("max_prosecutor: the largest prosecutor risk is 1.000, the policy allows 0.090"),
        gate.misses());
    assertFalse(gate.passed());
  }

  @Test
  void withoutBoundsEveryRiskIsAllowedButOne() {
    assertTrue(RiskGate.of(uniqueRequests(), Map.of()).passed());
    Measured rows = new Measured(DataUnit.TENANT);
    rows.add(0, new Row().blocks(1)).add(1, new Row().blocks(1));
    RiskGate gate = RiskGate.of(rows.report(), Map.of());
    assertTrue(gate.misses().get(0).startsWith("planted: 1 released blocks are shared by 2 to 10"));
  }

  @Test
  void anAttackThatDoesNotExistKeepsItsBound() {
    assertTrue(RiskGate.of(uniqueRequests(), Map.of(RiskBound.MAX_LINKAGE_GAIN, 0.0)).passed());
  }

  @Test
  void whatCouldNotBeMeasuredDoesNotKeepItsBound() {
    RiskReport few = new Measured(DataUnit.TENANT).add(0, new Row()).add(1, new Row()).report();
    assertEquals(
        List.of(
            "max_linkage_gain: the gain in linking two halves of a unit could not be measured"
                + " (fewer than 2 units have 6 rows), the policy allows 0.050"),
        RiskGate.of(few, Map.of(RiskBound.MAX_LINKAGE_GAIN, 0.05)).misses());
  }

  @Test
  void aBoundThatTheIntervalReachesOverIsADoubt() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < 30; i++) {
      rows.add(0, new Row().tokens(5, 7));
    }
    RiskGate gate = RiskGate.of(rows.report(), Map.of(RiskBound.MAX_UNIQUE_LENGTHS, 0.05));
    assertTrue(gate.passed());
    // 0 of 30 reaches to 0.114.
    assertEquals(
        List.of(
            "max_unique_lengths: the share of requests with a unique (input, output) length pair"
                + " is 0.000, the policy allows 0.050, but with 30 trials up to 0.114 is possible"),
        gate.doubts());
  }

  @Test
  void everyBoundHasAKeyOfItsOwn() {
    for (RiskBound bound : RiskBound.values()) {
      assertEquals(bound, RiskBound.of(bound.word()).orElseThrow());
    }
  }
}
