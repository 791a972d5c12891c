package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.header.RunManifest.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientVerdictTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, VALID, 0",
    "20000000, 20000000, VALID, 0",
    "20000001, 0, DEGRADED, 1",
    "0, 20000001, DEGRADED, 1",
    "100000000, 30000000, DEGRADED, 2",
    "100000001, 0, CLIENT_BOUND, 1",
    "30000000, 100000001, CLIENT_BOUND, 2",
  })
  void theWorseOfTheTwoFiguresDecides(long lag, long loop, Verdict verdict, int reasons) {
    ClientVerdict judged = ClientVerdict.of(lag, loop);
    assertEquals(verdict, judged.verdict());
    assertEquals(reasons, judged.reasons().size());
  }

  @Test
  void theReasonNamesTheFigureAndTheLimit() {
    assertEquals(
        List.of("p99 of wake lag + write lag is 150.0 ms, over 100 ms"),
        ClientVerdict.of(150_000_000, 0).reasons());
  }
}
