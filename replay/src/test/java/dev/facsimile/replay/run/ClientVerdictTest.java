package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.header.RunManifest.Diagnosis;
import dev.facsimile.trace.header.RunManifest.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientVerdictTest {

  private static Diagnosis diagnosis(long loop, double busy, double steal) {
    return new Diagnosis(
        loop,
        busy,
        OptionalDouble.of(steal),
        1,
        2,
        3,
        4,
        OptionalLong.empty(),
        OptionalLong.empty());
  }

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
    ClientVerdict judged = ClientVerdict.of(lag, diagnosis(loop, 0, 0));
    assertEquals(verdict, judged.verdict());
    assertEquals(reasons, judged.reasons().size());
  }

  @ParameterizedTest
  @CsvSource({
    "0.9, 0.05, VALID, 0",
    "0.91, 0, DEGRADED, 1",
    "0, 0.051, DEGRADED, 1",
    "1, 1, DEGRADED, 2"
  })
  void aBusyLoopAndATakenProcessorDegradeARun(
      double busy, double steal, Verdict verdict, int reasons) {
    ClientVerdict judged = ClientVerdict.of(0, diagnosis(0, busy, steal));
    assertEquals(verdict, judged.verdict());
    assertEquals(reasons, judged.reasons().size());
  }

  @Test
  void theReasonNamesTheFigureAndTheLimit() {
    assertEquals(
        List.of("p99 of wake lag + write lag is 150.0 ms, over 100 ms"),
        ClientVerdict.of(150_000_000, diagnosis(0, 0, 0)).reasons());
  }
}
