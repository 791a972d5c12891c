package dev.facsimile.replay.simulator.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults as they are typed and drawn. */
class FaultsTest {

  @Test
  void faultsAreReadAsTyped() {
    assertEquals(
        new Fault.ReplicaDown(1, 30_000_000_000L, 60_000_000_000L, 2_000_000_000L),
        FaultText.read("down:replica=1,at=30s,for=60s,detect=2s"));
    assertEquals(
        new Fault.Throttle(OptionalInt.of(2), 0, 1_000_000L, 3),
        FaultText.read("throttle:replica=2,for=1ms,factor=3"));
    assertEquals(
        new Fault.OnWire(Fault.Wire.STALL, 0.01, 5_000_000_000L),
        FaultText.read("stall:share=0.01,for=5s"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "explode:at=3s",
        "down:at=3s",
        "down:replica=1.5",
        "throttle:factor=x",
        "reset:share=2",
        "stall:share=0.1",
        "reset:share=0.1,for=3s",
        "down:replica",
        ""
      })
  void whatIsNoFaultIsRefusedInASentence(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> FaultText.read(text)).getMessage();
    assertTrue(message.startsWith("fault '" + text + "': "), message);
  }

  @Test
  void aShareOfAnswersIsHurtAndAlwaysTheSame() {
    Faults faults = new Faults(List.of(FaultText.read("reset:share=0.2")), new SeededStreams(9));
    int hurt = 0;
    for (int i = 0; i < 10_000; i++) {
      hurt += faults.hurt(i, 50).isPresent() ? 1 : 0;
      assertEquals(faults.hurt(i, 50), faults.hurt(i, 50));
    }
    // Five standard deviations of a binomial count.
    assertEquals(2000, hurt, 200);
  }
}
