package dev.facsimile.trace.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayTargetsTest {
  private static final List<String> TARGETS = List.of("bench.example:8000", "[2001:db8::1]:80");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://bench.example:8000",
        "http://BENCH.example.:8000/v1",
        "http://[2001:0DB8:0:0::1]/v1"
      })
  void oneHostIsOneHostHoweverItIsWritten(String url) {
    assertTrue(ReplayTargets.allows(TARGETS, url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://bench.example",
        "http://bench.example:8001",
        "http://bench.example:8000@evil.example/",
        "http://evil.example#bench.example:8000",
        "http://evil.example/bench.example:8000",
        "http://bench.example.evil.example:8000",
        "http://xbench.example:8000",
        "ftp://bench.example:8000",
        "http://[2001:db8::1%25eth0]:80",
        "not a url"
      })
  void anyOtherHostIsRefusedAndSoIsOneDressedUp(String url) {
    assertFalse(ReplayTargets.allows(TARGETS, url));
  }

  @ParameterizedTest
  @CsvSource({
    "bench.example, bench.example:443",
    "http://bench.example, bench.example:80",
    "[::ffff:10.0.0.1]:80, 10.0.0.1:80"
  })
  void aTargetHasOneForm(String text, String normal) {
    assertEquals(normal, ReplayTargets.normal(text));
  }

  @Test
  void aTargetWithAUserOrAPathIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ReplayTargets.normal("a@bench.example"));
    assertThrows(IllegalArgumentException.class, () -> ReplayTargets.normal("http://a.b/v1"));
    assertThrows(IllegalArgumentException.class, () -> ReplayTargets.normal("*.example"));
  }
}
