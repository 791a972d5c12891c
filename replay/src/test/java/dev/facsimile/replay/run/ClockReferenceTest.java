package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.NtpServer;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClockReferenceTest {
  private static ClockReading measured(NtpServer server) throws IOException {
    return ClockReference.of(server.url(), Clock.systemUTC(), System::nanoTime).measure();
  }

  @ParameterizedTest
  @ValueSource(longs = {-90_000, 0, 1_234})
  void theOffsetOfAClockIsFoundWithinItsUncertainty(long aheadMillis) throws IOException {
    try (NtpServer server = NtpServer.ahead(Duration.ofMillis(aheadMillis))) {
      ClockReading reading = measured(server);
      long off = Math.abs(reading.offsetNanos() - aheadMillis * 1_000_000);
      // The bound of the method, and a microsecond for the resolution of the clocks.
      assertTrue(off <= reading.uncertaintyNanos() + 1_000, reading.toString());
      // The shortest of eight ways there and back on loopback.
      assertTrue(reading.uncertaintyNanos() < 10_000_000, reading.toString());
    }
  }

  @Test
  void aServerThatDoesNotKnowTheTimeIsNotBelieved() throws IOException {
    try (NtpServer server = NtpServer.unsynchronized()) {
      IOException refused = assertThrows(IOException.class, () -> measured(server));
      assertTrue(refused.getMessage().contains("nobody tells the time"), refused.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"time.example", "http://time.example", "ntp://", "ntp: //x", ""})
  void anythingButATimeServerIsRefused(String url) {
    assertThrows(
        InputException.class, () -> ClockReference.of(url, Clock.systemUTC(), System::nanoTime));
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 0x83aa7e8000000000",
    "2026-11-30T12:00:00.5Z, 0xeeb7e3c080000000",
    "2036-02-07T06:28:16Z, 0x0000000000000000"
  })
  void timesAreNtpsOwnAcrossTheEndOfItsEra(String time, String stamp) {
    Instant at = Instant.parse(time);
    assertEquals(Long.parseUnsignedLong(stamp.substring(2), 16), ClockReference.stamp(at));
    assertEquals(at, ClockReference.instant(ClockReference.stamp(at)));
  }
}
