package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import dev.facsimile.trace.random.SeededStreams;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class InferenceTest {
  private static final int ROWS = 4_000;
  private final UniformRandomProvider random = new SeededStreams(11).stream("inference test");

  private static InferenceGain of(Attribute attribute, Measured rows) {
    return rows.report().inference().stream()
        .filter(gain -> gain.attribute() == attribute)
        .findFirst()
        .orElseThrow();
  }

  /** The tier is a coin; only the member's own row, found by its unique length, tells it. */
  @Test
  void aMembersSecretIsReadOffItsOwnRow() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < ROWS; i++) {
      rows.add(0, new Row().tokens(i, 5).tier(random.nextBoolean() ? "free" : "paid"));
    }
    InferenceGain found = of(Attribute.TENANT_TIER, rows);
    assertEquals(1, found.members().value());
    // A coin: 2,000 throws lie within 3.3 standard deviations of 0.011.
    assertEquals(0.5, found.control().value(), 0.037);
    // The interval of the coin, ±0.022, over what it leaves open.
    assertEquals(1, found.gain().value());
    assertTrue(found.gain().low() > 0.95, found.toString());
  }

  /** Long prompts go to the large model: true of everybody, so that no member loses by it. */
  @Test
  void aFactAboutTheWorldIsNoLeak() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < ROWS; i++) {
      int input = random.nextInt(4_096);
      rows.add(0, new Row().tokens(input, 5).model(input < 1_023 ? "small" : "large"));
    }
    InferenceGain found = of(Attribute.MODEL, rows);
    assertTrue(found.control().value() > 0.99, found.toString());
    assertTrue(found.gain().low() <= 0 || found.members().value() == 1, found.toString());
    assertTrue(found.members().value() - found.control().value() < 0.01, found.toString());
  }

  /** Everything else is equal, so that both are guessed as well as the commoner value. */
  @Test
  void nothingIsLearnedInACrowd() {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < ROWS; i++) {
      rows.add(0, new Row().tokens(64, 5).tier(random.nextInt(3) == 0 ? "free" : "paid"));
    }
    Estimate gain = of(Attribute.TENANT_TIER, rows).gain();
    assertTrue(gain.low() <= 0 && gain.high() >= 0, gain.toString());
  }

  @Test
  void aColumnWithOneValueHasNothingToTell() {
    Measured rows = new Measured(DataUnit.REQUEST);
    rows.add(0, new Row().model("a")).add(0, new Row().model("a"));
    RiskReport report = rows.report();
    assertTrue(report.inference().isEmpty());
    assertTrue(report.unmeasured("inference").orElseThrow().inherent());
  }
}
